import type { Page } from "@playwright/test";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

test("without JavaScript a visitor reads, searches, and opens an item", async ({ someoneElse }) => {
  const page = await someoneElse({ javaScriptEnabled: false, viewport: narrow });
  await page.goto("/");
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("heading", { level: 2, name: "Latest news" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "News" })).toBeVisible();

  await page.getByRole("combobox", { name: "Search the inventory" }).fill("food safety 100%");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/user\/inventories\/food%20safety%20100%25$/);
  await page.getByRole("combobox", { name: "Search text" }).fill("safety");
  await page.getByRole("combobox", { name: "Category" }).selectOption("Book");
  await page.getByRole("checkbox", { name: "Only show in stock" }).uncheck();
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/user\/inventories\/safety\?category=1&stock=all$/);
  await expect(page.getByRole("combobox", { name: "Search text" })).toHaveValue("safety");
  const first = page.getByRole("article").first().getByRole("link");
  const title = await first.getAttribute("title");
  await first.click();
  await expect(page.getByRole("heading", { level: 1, name: title ?? "" })).toBeVisible();

  await page.goto("/news");
  await page.getByRole("link", { name: "How to return materials" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Pack them as they came." })).toBeVisible();
  await page.goto("/user/cartitems");
  await expect(page.locator("noscript")).toBeVisible();
});

test("a rendered page embeds its icons, and the application shows the next page", async ({ page }) => {
  const files: string[] = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname));
  await page.goto("/user/viewitem/1");
  expect(files.filter((path) => path.endsWith(".svg"))).toEqual([]);
  await page.getByRole("link", { name: "Our Inventory" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Our Inventory" })).toBeVisible();
  await expect(page.getByRole("article").first()).toBeVisible();
  expect(files).toContain("/api/Inventory/GetInventoryBySearchParams");
});

/** Blocks the script of a page, and returns a function that lets it load. */
async function delayTheScript(page: Page): Promise<() => void> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/vendor-*.js", async (route) => {
    await gate;
    await route.continue();
  });
  return () => release();
}

test("actions before the script loads are not lost", async ({ page }) => {
  const release = await delayTheScript(page);
  const loading = page.goto("/user/inventories");
  await page.getByRole("combobox", { name: "Search text" }).fill("health");
  await page.getByRole("combobox", { name: "Category" }).selectOption("Video");
  const add = page.getByRole("button", { name: /^Add to cart: / }).first();
  await add.click();
  release();
  await loading;
  await expect(page).toHaveURL(/\/user\/inventories\/health\?category=2$/);
  await expect(page.getByRole("combobox", { name: "Search text" })).toHaveValue("health");
  await expect(page.getByRole("link", { name: "Cart (1)" })).toBeAttached();
});

test("the key /, scrolling, typing, and choices before the script loads are kept", async ({ page }) => {
  const release = await delayTheScript(page);
  const loading = page.goto("/user/inventories");
  const field = page.getByRole("combobox", { name: "Search text" });
  await expect(field).toBeVisible();
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await field.pressSequentially("AB");
  await page.keyboard.press("ArrowLeft");
  for (const name of ["Dark", "Light", "Dark"]) await page.getByRole("radio", { name }).check({ force: true });
  await field.focus();
  await page.evaluate(() => scrollTo(0, 700));
  release();
  await loading;
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await field.evaluate((element) => element.focus({ preventScroll: true }));
  expect(await page.evaluate(() => scrollY)).toBe(700);
  await page.keyboard.type("x");
  await expect(field).toHaveValue("AxB");

  // Back also restores the scroll position of the first page
  await page.evaluate(() => scrollTo(0, 900));
  await page.getByRole("article").nth(12).getByRole("link").press("Enter");
  await expect(page.getByRole("button", { name: "Add to Cart", exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
});
