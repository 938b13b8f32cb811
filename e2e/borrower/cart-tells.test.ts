import type { Page } from "@playwright/test";
import { asked } from "#e2e/steps/stocking.ts";
import { expect, test } from "#e2e/test.ts";

type Title = { inventoryId: number; title: string; inStock: number };

/** Returns a demonstration title with a stock in this range. */
async function aTitle(page: Page, min: number, max: number): Promise<Title> {
  type Results = { searchInStockResults: Title[] };
  const { searchInStockResults } = await asked<Results>(page, "Inventory/GetInventoryBySearchParams?searchString=");
  const title = searchInStockResults.find(({ inStock }) => inStock >= min && inStock <= max);
  if (!title) throw new Error(`No title has a stock of ${min} to ${max}.`);
  return title;
}

const popup = (page: Page) => page.getByText("Item successfully added to your cart.").locator("xpath=ancestor::*[3]");
const quantity = (page: Page) => page.getByRole("spinbutton", { name: "Quantity" });

test("a title's page starts with its quantity in the cart, and one press changes it", async ({ page }) => {
  await page.goto("/user/home");
  const title = await aTitle(page, 5, 99);
  await page.goto(`/user/viewitem/${title.inventoryId}`);
  await expect(page.getByText("in your cart")).toBeHidden();
  for (const _more of [2, 3]) await page.getByRole("button", { name: "Quantity: one more" }).click();
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(popup(page)).toContainText("3 added, 3 in your cart");
  await expect(page.getByText(`${title.inStock} in stock · 3 in your cart`)).toBeVisible();

  // after a reload, the box starts with 3
  await page.reload();
  await expect(page.getByText(`${title.inStock} in stock · 3 in your cart`)).toBeVisible();
  await expect(quantity(page)).toHaveValue("3");
  await page.getByRole("button", { name: "Quantity: one fewer" }).click();
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(page.getByText("Cart updated.")).toBeVisible();
  await expect(page.getByText("Item successfully added to your cart.")).toBeHidden();
  await expect(page.getByRole("link", { name: "Cart (2)" })).toBeVisible();
});
