import type { Page } from "@playwright/test";
import { asked } from "#e2e/steps/stocking.ts";
import { expect, test } from "#e2e/test.ts";

type Title = { inventoryId: number; title: string; inStock: number };

/** A title of the demonstration with a stock in this range. */
async function aTitle(page: Page, least: number, most: number): Promise<Title> {
  type Found = { searchInStockResults: Title[] };
  const { searchInStockResults } = await asked<Found>(page, "Inventory/GetInventoryBySearchParams?searchString=");
  const title = searchInStockResults.find(({ inStock }) => inStock >= least && inStock <= most);
  if (!title) throw new Error(`No title has a stock of ${least} to ${most}.`);
  return title;
}

const popup = (page: Page) => page.getByText("Item successfully added to your cart.").locator("xpath=ancestor::*[3]");
const quantity = (page: Page) => page.getByRole("spinbutton", { name: "Quantity" });

test("the title's page starts with what is in the cart, and one press changes it", async ({ page }) => {
  await page.goto("/user/home");
  const title = await aTitle(page, 5, 99);
  await page.goto(`/user/viewitem/${title.inventoryId}`);
  await expect(page.getByText("in your cart")).toBeHidden();
  for (const _more of [2, 3]) await page.getByRole("button", { name: "Quantity: one more" }).click();
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(popup(page)).toContainText("3 added, 3 in your cart");
  await expect(page.getByText(`${title.inStock} in stock · 3 in your cart`)).toBeVisible();

  // the page is opened again: 3 in the box, and a press is no longer a silent 1
  await page.reload();
  await expect(page.getByText(`${title.inStock} in stock · 3 in your cart`)).toBeVisible();
  await expect(quantity(page)).toHaveValue("3");
  await page.getByRole("button", { name: "Quantity: one fewer" }).click();
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(page.getByText("Cart updated.")).toBeVisible();
  await expect(page.getByText("Item successfully added to your cart.")).toBeHidden();
  await expect(page.getByRole("link", { name: "Cart (2)" })).toBeVisible();
});
