import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { memoryHistory } from "#web/test/memory-history.ts";
import { Header } from "./header.tsx";
import type { HeaderSession } from "./site-content.ts";
import { Router } from "#web/ui/router.tsx";

const logOut = vi.fn<() => void>();
beforeEach(() => void logOut.mockClear());

type Options = { session?: HeaderSession; cartCount?: number; width?: number; onAnyClick?: () => void };

async function header(
  at: string,
  { session = { kind: "anonymous" }, cartCount = 0, width = 1280, onAnyClick }: Options = {},
) {
  await page.viewport(width, 800);
  const history = memoryHistory(at);
  await render(
    <Router history={history}>
      <Header
        content={{ name: "The Library", logoUrl: undefined }}
        presentation="inventory"
        session={session}
        cartCount={cartCount}
        onLogOut={logOut}
        onAnyClick={onAnyClick}
      />
      <main>Page</main>
    </Router>,
  );
  return history;
}

const links = () =>
  page
    .getByRole("navigation")
    .getByRole("link")
    .elements()
    .map((link) => link.textContent?.trim());
const menu = page.getByRole("button", { name: "Menu" });
const news = page.getByRole("link", { name: "News" });

describe("the menu", () => {
  it("offers a visitor Log In and Register", async () => {
    await header("/home");
    expect(links()).toEqual(expect.arrayContaining(["Log In", "Register"]));
    expect(page.getByRole("button", { name: "Log Out" }).query()).toBeNull();
  });

  it("offers a borrower Account and Log Out", async () => {
    await header("/home", { session: { kind: "user", accountId: 12 } });
    await expect.element(page.getByRole("link", { name: "Account" })).toHaveAttribute("href", "/user/account/12");
    await page.getByRole("button", { name: "Log Out" }).click();
    expect(logOut).toHaveBeenCalledOnce();
    expect(links()).not.toContain("Log In");
  });

  it("keeps an invisible space for the account until the session is known", async () => {
    await header("/home", { session: { kind: "unknown" } });
    await expect.element(page.getByText("Register")).not.toBeVisible();
  });

  it("has the staff's entries on admin pages", async () => {
    await header("/admin/editorder/7", { session: { kind: "admin", name: "Ada", role: "manager" } });
    await expect.poll(links).toEqual(["Dashboard", "Inventory", "News", "Orders", "Returns", "Borrowers", "Ada"]);
    await expect.element(page.getByRole("link", { name: "Orders" })).toHaveAttribute("aria-current", "page");
    await expect.element(page.getByRole("link", { name: "Dashboard" })).not.toHaveAttribute("aria-current");
  });

  it("has the other staff pages in groups, one open at a time, which Escape and a click elsewhere close", async () => {
    await header("/admin/mail", { session: { kind: "admin", name: "Ada", role: "clerk" } });
    const schools = page.getByRole("button", { name: "Schools" });
    const office = page.getByRole("button", { name: "Office" });
    await expect.element(schools).toHaveAttribute("aria-expanded", "false");
    expect(links()).not.toContain("Mail");
    await schools.click();
    await expect.element(page.getByRole("link", { name: "Mail" })).toHaveAttribute("aria-current", "page");
    await office.click();
    await expect.element(schools).toHaveAttribute("aria-expanded", "false");
    expect(links()).toContain("Activity log");
    expect(links()).not.toContain("Mail");
    expect(links()).not.toContain("Site content");
    await userEvent.keyboard("{Escape}");
    await expect.element(office).toHaveAttribute("aria-expanded", "false");
    await expect.element(office).toHaveFocus();
    await office.click();
    await page.getByRole("banner").click({ position: { x: 2, y: 2 } });
    await expect.element(office).toHaveAttribute("aria-expanded", "false");
  });

  it("leaves out the pages that a volunteer may not open, and groups without any", async () => {
    await header("/admin/orderlist", { session: { kind: "admin", name: "Val", role: "volunteer" } });
    await expect.poll(links).toEqual(["Dashboard", "Inventory", "Orders", "Returns", "Val"]);
    const buttons = page.getByRole("navigation").getByRole("button").elements();
    expect(buttons.map(({ textContent }) => textContent)).toEqual(["Desk", "Collection", "Log Out"]);
  });

  it("opens another group on a phone with one press, although the open one above it closes", async () => {
    await header("/admin/orderlist", { session: { kind: "admin", name: "Ada", role: "clerk" }, width: 390 });
    await menu.click();
    await page.getByRole("button", { name: "Desk" }).click();
    await page.getByRole("button", { name: "Collection" }).click();
    await expect.element(page.getByRole("link", { name: "Synonyms" })).toBeVisible();
    expect(links()).not.toContain("Hold shelf");
  });

  it("closes a group on a phone without closing the menu", async () => {
    await header("/admin/orderlist", { session: { kind: "admin", name: "Ada", role: "clerk" }, width: 390 });
    await menu.click();
    const desk = page.getByRole("button", { name: "Desk" });
    await desk.click();
    await expect.element(page.getByRole("link", { name: "Hold shelf" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(desk).toHaveFocus();
    await expect.element(menu).toHaveAttribute("aria-expanded", "true");
  });

  it("is missing on the staff login page", async () => {
    await header("/admin/login");
    expect(page.getByRole("navigation").query()).toBeNull();
    expect(page.getByRole("link", { name: "The Library" }).query()).toBeNull();
  });

  it("has the number of copies in the cart, with two digits at most", async () => {
    await header("/home", { cartCount: 120 });
    await expect.element(page.getByRole("link", { name: "Cart (120)" })).toBeVisible();
    await expect.element(page.getByText("99+")).toBeInTheDocument();
  });

  it("links to the same page in the other language", async () => {
    await header("/user/inventories?category=2");
    const spanish = page.getByRole("link", { name: "Español" });
    await expect.element(spanish).toHaveAttribute("lang", "es");
    expect(spanish.element().getAttribute("href")).toMatch(/^\/user\/inventories\?category=2&/);
  });
});

describe("the menu on a phone", () => {
  it("opens and closes with its button", async () => {
    await header("/home", { width: 390 });
    await expect.element(menu).toHaveAttribute("aria-expanded", "false");
    await expect.element(page.getByText("News")).not.toBeVisible();
    await menu.click();
    await expect.element(menu).toHaveAttribute("aria-expanded", "true");
    await expect.element(news).toBeVisible();
    await menu.click();
    await expect.element(page.getByText("News")).not.toBeVisible();
  });

  it("closes on Escape, which returns the focus to its button", async () => {
    await header("/home", { width: 390 });
    await menu.click();
    news.element().focus();
    await userEvent.keyboard("{Escape}");
    await expect.element(menu).toHaveFocus();
    await expect.element(menu).toHaveAttribute("aria-expanded", "false");
  });

  it("closes after a choice, even of the current page", async () => {
    const history = await header("/news", { width: 390 });
    await menu.click();
    await news.click();
    await expect.element(menu).toHaveAttribute("aria-expanded", "false");
    await menu.click();
    await page.getByRole("link", { name: "Home" }).click();
    expect(history.visited().at(-1)).toBe("/home");
    await expect.element(menu).toHaveAttribute("aria-expanded", "false");
  });
});

it("the header reports every click inside it", async () => {
  const onAnyClick = vi.fn<() => void>();
  await header("/home", { onAnyClick });
  await news.click();
  expect(onAnyClick).toHaveBeenCalledOnce();
  await page.getByText("Page").click();
  expect(onAnyClick).toHaveBeenCalledOnce();
});
