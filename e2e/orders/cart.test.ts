import type { Page } from "@playwright/test";
import { narrow } from "#e2e/steps/screens.ts";
import { inNewTab } from "#e2e/steps/new-tab.ts";
import { expect, test } from "#e2e/test.ts";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { fillCart } from "#e2e/steps/orders.ts";
import { standInFor } from "#e2e/steps/stand-in.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { keep, newBorrower } from "#e2e/steps/api.ts";
import { logInHere } from "#e2e/steps/log-in.ts";

const popup = (page: Page) => page.getByText("Item successfully added to your cart.").locator("xpath=ancestor::*[3]");
const quantity = (page: Page) => page.getByRole("spinbutton", { name: "Quantity" });

test("a title's page shows its quantity in the cart, and one press changes it", async ({ page, library }) => {
  const { id } = await stock(await clerkOf(library.address), { title: "Told by the cart", sku: "TOLD5" }, 5);
  await page.goto(`/user/viewitem/${id}`);
  await expect(page.getByText("in your cart")).toBeHidden();
  for (const _more of [2, 3]) await page.getByRole("button", { name: "Quantity: one more" }).click();
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(popup(page)).toContainText("3 added, 3 in your cart");
  await expect(page.getByText(`5 in stock · 3 in your cart`)).toBeVisible();

  // after a reload, the box starts with 3
  await page.reload();
  await expect(page.getByText(`5 in stock · 3 in your cart`)).toBeVisible();
  await expect(quantity(page)).toHaveValue("3");
  await page.getByRole("button", { name: "Quantity: one fewer" }).click();
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(page.getByText("Cart updated.")).toBeVisible();
  await expect(page.getByText("Item successfully added to your cart.")).toBeHidden();
  await expect(page.getByRole("link", { name: "Cart (2)" })).toBeVisible();
});

test("the cart tells staff that only borrowers can check out, and where to order for a caller", async ({ page }) => {
  await asClerk(page, "/user/cartitems");
  await expect(page.getByText("You’re logged in as staff.")).toBeVisible();
  await expect(page.getByText(/If a borrower calls, use “Order for a caller” on the dashboard\.$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Proceed" })).toHaveCount(0);
});

declare global {
  interface Window {
    recordedTexts: Set<string>;
  }
}

/** Records each different text of the page's main part from now on. */
async function recordTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    window.recordedTexts = new Set();
    const record = () => window.recordedTexts.add(document.querySelector("main")?.innerText ?? "");
    new MutationObserver(record).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => [...window.recordedTexts]);
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("the cart stays as it is after Proceed until the confirmation shows", async ({ page, library }) => {
  const title = { title: "Ordered for dates", sku: "STAYS2" };
  const { id } = await stock(await clerkOf(library.address), title, 3);
  const reader = await newBorrower(library.address, `cart.stays.${title.sku}`);
  await reader.enter(page);
  await keep(page, {
    cartIdentifier: await fillCart(reader, [id]),
    teachingDays: `${inDays(20)}/${inDays(22)}`,
  });
  let release = () => {};
  const isReleased = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  await standInFor(page, (path) => (path.startsWith("/api/Order/GetOrderForUser") ? isReleased : undefined));
  await page.goto("/user/cartitems");
  await expect(page.getByText(/Mail it back by/)).toBeVisible();
  const texts = await recordTexts(page);
  await page.getByRole("button", { name: "Proceed" }).click();
  await toast(page, "Order submitted.");
  await expect(page.getByRole("link", { name: "Cart (0)" })).toBeVisible(); // the cart’s calls have their answers
  release();
  await expect(page.getByText("Your order is placed and in the queue.")).toBeVisible();
  const cartTexts = (await texts()).filter((text) => text.startsWith("Your cart"));
  expect(cartTexts.length).toBeGreaterThan(0);
  for (const text of cartTexts) {
    expect(text).toContain(title.title);
    expect(text).toMatch(/Mail it back by/);
  }
  await expect(page.getByRole("link", { name: "Cart (0)" })).toBeVisible();
  const stored = await page.evaluate(() => Object.keys(sessionStorage).join());
  expect(stored).not.toMatch(/cartIdentifier|teachingDays/);
});

const logOutButton = (page: Page) => page.getByRole("button", { name: /^log out$/i });

/** Opens the menu on a phone. Wide screens show its entries. */
async function showMenu(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  if ((await menu.isVisible()) && (await menu.getAttribute("aria-expanded")) !== "true") await menu.press("Enter");
}

test("tabs opened from a library page share one cart and one session, which ends in all of them", async ({
  page,
  library,
}) => {
  await page.setViewportSize(narrow);
  const userName = "tabs.pointer";
  const reader = await newBorrower(library.address, userName);
  await page.goto("/user/inventories");
  const links = page.locator('main a[href^="/user/viewitem/"]');
  await expect(links.first()).toBeVisible();
  const hrefs = await links.evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute("href") ?? ""))]);
  const openTitle = (at: number) => inNewTab(page, page.locator(`main a[href="${hrefs[at]}"]`).first());
  const [one, two] = [await openTitle(0), await openTitle(1)];

  // a visitor starts a cart in one tab and adds to it in another
  for (const [tab, count] of [
    [one, 1],
    [two, 2],
  ] as const) {
    await tab.getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(tab.getByRole("link", { name: `Cart (${count})` })).toBeVisible();
  }

  // tabs opened after a login share it
  await one.goto("/user/login");
  await logInHere(one, userName, "apples and pears");
  await one.goto("/user/cartitems");
  const late = await inNewTab(one, one.locator(`main a[href="${hrefs[0]}"]`).first());
  await showMenu(late);
  await expect(logOutButton(late)).toBeVisible();
  await late.goto("/user/cartitems");
  for (const href of hrefs.slice(0, 2)) await expect(late.locator(`main a[href="${href}"]`).first()).toBeVisible();
  const home = await inNewTab(one, one.locator(`main a[href="${hrefs[1]}"]`).first());
  await showMenu(home);
  await expect(logOutButton(home)).toBeVisible();
  await home.goto(`/user/orderlist/${reader.userId}`);
  await expect(home.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(home).toHaveURL(/\/user\/orderlist/);

  // tabs that were already open don't, and neither does a typed address, even after a reload
  await showMenu(two);
  await expect(two.getByRole("link", { name: "Log In" })).toBeVisible();
  await two.reload();
  const typedTab = await page.context().newPage();
  for (const tab of [two, typedTab]) {
    await tab.goto(`/user/orderlist/${reader.userId}`);
    await expect(tab).toHaveURL(/\/user\/login/);
    expect(await tab.evaluate(() => sessionStorage.getItem("token"))).toBeNull();
  }

  // a logout ends it in all its tabs, and nothing outlives the last one
  await showMenu(one);
  await logOutButton(one).press("Enter");
  await expect(home).toHaveURL(/\/user\/login/);
  await showMenu(late);
  await expect(late.getByRole("link", { name: "Log In" })).toBeVisible();
  expect(await late.evaluate(() => sessionStorage.getItem("token"))).toBeNull();
});

test("three tabs that start a visitor's cart at the same moment share it", async ({ context, page, library }) => {
  const clerk = await clerkOf(library.address); // retries while the library is busy
  type Item = { inventoryId: number; inStock: number };
  const items = await clerk.ask<Item[]>("Inventory/GetRecentItems?itemCount=30");
  const ids = items.flatMap(({ inventoryId, inStock }) => (inStock > 0 ? [inventoryId] : [])).slice(0, 3);
  expect(ids).toHaveLength(3);
  const tabs = [page, ...(await Promise.all(ids.slice(1).map(() => context.newPage())))];
  for (const [at, tab] of tabs.entries()) {
    await tab.goto(`/user/viewitem/${ids[at]}`);
    await expect(tab.getByRole("link", { name: "Cart (0)" })).toBeVisible();
  }
  const add = tabs.map((tab) => tab.getByRole("button", { name: "Add to Cart", exact: true }));
  await Promise.all(add.map((button) => button.evaluate((element: HTMLButtonElement) => element.click())));
  for (const tab of tabs) await expect(tab.getByText(/ · 1 in your cart$/)).toBeVisible();
  for (const tab of [page, await context.newPage()]) {
    await tab.goto("/user/cartitems");
    await expect(tab.getByRole("link", { name: "Cart (3)" })).toBeVisible();
    for (const id of ids) await expect(tab.locator(`main a[href="/user/viewitem/${id}"]`).first()).toBeVisible();
  }
});
