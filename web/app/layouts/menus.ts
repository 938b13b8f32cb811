import type { StaffRole } from "#contract/people/roles.ts";
import type { PlainSentence } from "#web/language/catalog.ts";
import type { Icon } from "#web/ui/icons.tsx";
import type { HeaderSession, Presentation } from "./site-content.ts";

export type HeaderMode = "none" | "admin" | "user";

/** Decides by the first path segments only (clarification 1.4), because a search text may contain any word. */
export function headerModeOf(pathname: string): HeaderMode {
  const [first, second] = pathname.toLowerCase().split("/").filter(Boolean);
  if (first !== "admin") return "user";
  return second === "login" ? "none" : "admin";
}

/** Returns whether the header has a search box: on inventory pages without their own. */
export const hasSearchInHeader = (pathname: string): boolean =>
  /^\/user\/(?:viewitem|cartitems)(?:\/|$)/i.test(pathname);

/** A menu entry, current on every path that starts with one of `under`. `least` is the lowest role that sees it. */
export type MenuEntry = { label: PlainSentence; to: string; under: readonly string[]; icon?: Icon; least?: StaffRole };

const home: MenuEntry = { label: "Home", to: "/home", under: ["/home"] };
const resources: MenuEntry = { label: "Resources", to: "/resources", under: ["/resources"] };
const news: MenuEntry = { label: "News", to: "/news", under: ["/news"] };
const signUp: MenuEntry = { label: "Sign up", to: "/signup", under: ["/signup"] };
const inventory: MenuEntry = {
  label: "Inventory",
  to: "/user/home",
  under: ["/user/home", "/user/inventories", "/user/viewitem"],
};

export const cart: MenuEntry = { label: "Cart", to: "/user/cartitems", under: ["/user/cartitems"] };

/** The public entries before and after the cart, by presentation (clarification 1.2). */
export const publicMenus: Record<Presentation, { before: MenuEntry[]; after: MenuEntry[] }> = {
  inventory: { before: [home, inventory], after: [resources, news] },
  marketing: { before: [home, resources, news, signUp, inventory], after: [] },
};

/** Returns the account entries on public pages. Staff get a link back to the admin side. */
export function accountMenu(session: HeaderSession): MenuEntry[] {
  if (session.kind === "user") {
    const to = `/user/account/${session.accountId}`;
    return [{ label: "Account", to, under: ["/user/account", "/user/orderlist", "/user/vieworder"] }];
  }
  if (session.kind === "admin") return [{ label: "Dashboard", to: "/admin/dashboard", under: [] }];
  return [
    { label: "Log In", to: "/user/login", under: ["/user/login", "/user/reset-password"] },
    { label: "Register", to: "/user/register", under: ["/user/register"] },
  ];
}

export function isCurrent({ under }: Pick<MenuEntry, "under">, pathname: string): boolean {
  const path = `${pathname.toLowerCase().replace(/\/+$/, "")}/`;
  return under.some((prefix) => path.startsWith(`${prefix}/`));
}
