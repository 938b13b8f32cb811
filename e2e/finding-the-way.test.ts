import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "./test.ts";

test.describe("a visitor", () => {
  test("returns to the same place in the same results", async ({ page }) => {
    await page.goto("/user/inventories");
    await page.getByLabel("Category").selectOption({ label: "Book" });
    await expect(page).toHaveURL(/category/);
    const next = page.getByRole("navigation", { name: "Pages of results" }).getByRole("link", { name: "Next page" });
    await next.click();
    await expect(page.getByText(/Showing 19 - 36 of/)).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const last = page.getByRole("article").last().getByRole("link");
    const title = (await last.innerText()).replace(/…$/, ""); // a long one is cut on its card
    await last.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(200);
    await last.click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page.getByText(/Showing 19 - 36 of/)).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
    await expect(page.getByLabel("Category")).toHaveValue("1");
  });

  test("keeps the cart apart from other visitors', and through a reload", async ({ page, someoneElse, library }) => {
    // the newest four may be out of stock by other journeys
    await stock(await clerkOf(library.address), { title: "A cart apart", sku: "APART1" });
    await page.goto("/user/home");
    await page
      .getByRole("button", { name: /^Add to cart: / })
      .first()
      .click();
    await expect(page.getByRole("link", { name: "Cart (1)" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("link", { name: "Cart (1)" })).toBeVisible();
    const otherPage = await someoneElse();
    await otherPage.goto("/user/home");
    await expect(otherPage.getByRole("link", { name: "Cart (0)" })).toBeVisible();
  });
});

test("the keyboard focus stays in the cart when a line is removed, and rapid quick adds all arrive", async ({
  page,
}) => {
  // a slow connection: the second and third press come before the first answer
  await page.route("**/api/Cart/AddItemToCart/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.goto("/user/inventories");
  const adds = page.getByRole("button", { name: /^Add to cart: / });
  for (const place of [0, 1, 2]) await adds.nth(place).click();
  await expect(page.getByRole("link", { name: "Cart (3)" })).toBeVisible();
  await page.getByRole("link", { name: "Cart (3)" }).click();
  const titles = page.getByRole("heading", { level: 2 }).getByRole("link");
  await expect(titles).toHaveCount(3);
  await page
    .getByRole("button", { name: /^Remove / })
    .first()
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await toast(page, "Item removed from cart.");
  await expect(titles).toHaveCount(2);
  await expect(titles.first()).toBeFocused();
});
