import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { memoryHistory } from "#web/test/memory-history.ts";
import { Router } from "#web/ui/router/router.tsx";
import { Header } from "./header.tsx";
import type { HeaderSession } from "./site-content.ts";

const loggedOut = vi.fn<() => void>();
beforeEach(() => void loggedOut.mockClear());

type Shown = { session?: HeaderSession; cartCount?: number; width?: number; onStir?: () => void };

async function header(
  at: string,
  { session = { kind: "anonymous" }, cartCount = 0, width = 1280, onStir }: Shown = {},
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
        onLogOut={loggedOut}
        onStir={onStir}
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
  it("offers a visitor to log in and to register", async () => {
    await header("/home");
    expect(links()).toEqual(expect.arrayContaining(["Log In", "Register"]));
    expect(page.getByRole("button", { name: "Log Out" }).query()).toBeNull();
  });

  it("offers a borrower the account and the way out", async () => {
    await header("/home", { session: { kind: "user", accountId: 12 } });
    await expect.element(page.getByRole("link", { name: "Account" })).toHaveAttribute("href", "/user/account/12");
    await page.getByRole("button", { name: "Log Out" }).click();
    expect(loggedOut).toHaveBeenCalledOnce();
    expect(links()).not.toContain("Log In");
  });

  it("keeps the account's place, and says nothing of it, until it is known who is there", async () => {
    await header("/home", { session: { kind: "unknown" } });
    await expect.element(page.getByText("Register")).not.toBeVisible();
  });

  it("is the staff's own on their side", async () => {
    await header("/admin/editorder/7", { session: { kind: "admin", name: "Ada", role: "manager" } });
    await expect.poll(links).toEqual(["Dashboard", "Inventory", "News", "Orders", "Borrowers", "Ada"]);
    await expect.element(page.getByRole("link", { name: "Orders" })).toHaveAttribute("aria-current", "page");
    await expect.element(page.getByRole("link", { name: "Dashboard" })).not.toHaveAttribute("aria-current");
  });

  it("has the staff's other pages behind More, which Escape and a click elsewhere close", async () => {
    await header("/admin/mail", { session: { kind: "admin", name: "Ada", role: "clerk" } });
    const more = page.getByRole("button", { name: "More" });
    await expect.element(more).toHaveAttribute("aria-expanded", "false");
    expect(links()).not.toContain("Mail");
    await more.click();
    await expect.element(page.getByRole("link", { name: "Mail" })).toHaveAttribute("aria-current", "page");
    expect(links()).toContain("Activity log");
    expect(links()).not.toContain("Site content");
    await userEvent.keyboard("{Escape}");
    await expect.element(more).toHaveAttribute("aria-expanded", "false");
    await expect.element(more).toHaveFocus();
    await more.click();
    await page.getByRole("banner").click({ position: { x: 2, y: 2 } });
    await expect.element(more).toHaveAttribute("aria-expanded", "false");
  });

  it("leaves out what a volunteer may not do", async () => {
    await header("/admin/orderlist", { session: { kind: "admin", name: "Val", role: "volunteer" } });
    await expect.poll(links).toEqual(["Dashboard", "Inventory", "Orders", "Val"]);
  });

  it("is not there on the staff's login", async () => {
    await header("/admin/login");
    expect(page.getByRole("navigation").query()).toBeNull();
    expect(page.getByRole("link", { name: "The Library" }).query()).toBeNull();
  });

  it("says how much is in the cart, and shows no more than two digits", async () => {
    await header("/home", { cartCount: 120 });
    await expect.element(page.getByRole("link", { name: "Cart (120)" })).toBeVisible();
    await expect.element(page.getByText("99+")).toBeInTheDocument();
  });

  it("offers the same page in the other language, in that language's name", async () => {
    await header("/user/inventories?category=2");
    const spanish = page.getByRole("link", { name: "Español" });
    await expect.element(spanish).toHaveAttribute("lang", "es");
    expect(spanish.element().getAttribute("href")).toMatch(/^\/user\/inventories\?category=2&/);
  });
});

describe("on a phone the menu", () => {
  it("is closed until its button is pressed, which says so", async () => {
    await header("/home", { width: 390 });
    await expect.element(menu).toHaveAttribute("aria-expanded", "false");
    await expect.element(page.getByText("News")).not.toBeVisible();
    await menu.click();
    await expect.element(menu).toHaveAttribute("aria-expanded", "true");
    await expect.element(news).toBeVisible();
    await menu.click();
    await expect.element(page.getByText("News")).not.toBeVisible();
  });

  it("is closed by Escape, which gives the focus back to its button", async () => {
    await header("/home", { width: 390 });
    await menu.click();
    news.element().focus();
    await userEvent.keyboard("{Escape}");
    await expect.element(menu).toHaveFocus();
    await expect.element(menu).toHaveAttribute("aria-expanded", "false");
  });

  it("is closed when one has chosen, also the page one is on", async () => {
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

it("tells of any press in it, before what was pressed", async () => {
  const stirred = vi.fn<() => void>();
  await header("/home", { onStir: stirred });
  await news.click();
  expect(stirred).toHaveBeenCalledOnce();
  await page.getByText("Page").click();
  expect(stirred).toHaveBeenCalledOnce();
});
