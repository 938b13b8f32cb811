import type { StaffRole } from "#contract/people/roles.ts";
import type { Icon } from "#web/ui/icons.tsx";
import type { HeaderSession, Presentation } from "./site-content.ts";
import { type MouseEvent, type ReactNode, use } from "react";
import { LanguageChoiceContext, useLanguage } from "#web/language/use-language.ts";
import { cx } from "#web/ui/cx.ts";
import styles from "./header.module.css";
import { Link, useLocation } from "#web/ui/router.tsx";
import { languageNames } from "#contract/site/languages.ts";
import { announce } from "#web/ui/accessibility.tsx";
import type { PlainSentence } from "#web/language/language.ts";

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
  to: "/user/inventories",
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

type EntryProps = {
  entry: Pick<MenuEntry, "to" | "under" | "icon">;
  onChoose: () => void;
  className?: string | undefined;
  children: ReactNode;
};

export function Entry({ entry, onChoose, className, children }: EntryProps) {
  const { pathname } = useLocation();
  const Icon = entry.icon;
  return (
    <Link
      className={cx(styles.entry, className)}
      to={entry.to}
      aria-current={isCurrent(entry, pathname) ? "page" : undefined}
      onClick={onChoose}
    >
      {Icon && <Icon size={24} aria-hidden="true" />}
      {children}
    </Link>
  );
}

export function Entries({ of, onChoose }: { of: readonly MenuEntry[]; onChoose: () => void }) {
  const { t } = useLanguage();
  return of.map((entry) => (
    <li key={entry.to}>
      <Entry entry={entry} onChoose={onChoose}>
        <span className={styles.text}>{t(entry.label)}</span>
      </Entry>
    </li>
  ));
}

const others = { en: { code: "es", name: "Español" }, es: { code: "en", name: "English" } } as const;

/** Links to the same page in the other language. Works without JavaScript, too. */
export function LanguageLink({ className, onChoose }: { className: string | undefined; onChoose?: () => void }) {
  const { code, name } = others[useLanguage().code];
  const { choose } = use(LanguageChoiceContext);
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete(languageNames.query);
  query.set(languageNames.choice, code);
  const press = (event: MouseEvent) => {
    event.preventDefault();
    onChoose?.();
    // later, because a screen reader skips announcements while the whole page changes
    void choose(code).then(() => setTimeout(announce, 500, name));
  };
  return (
    <a href={`${pathname}?${query}`} lang={code} hrefLang={code} rel="nofollow" className={className} onClick={press}>
      {name}
    </a>
  );
}
