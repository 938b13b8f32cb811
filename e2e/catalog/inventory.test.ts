import type { Page } from "@playwright/test";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { tabOnTo, tabTo } from "#e2e/steps/keyboard.ts";
import { expect, test } from "#e2e/test.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** Presses the link or button that Tab leads to. */
async function press(page: Page, role: "link" | "button", name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

test("staff search, filter, and page the inventory and open a title, by keyboard", async ({ page, library }) => {
  const title = "Quillwort by keyboard";
  await stock(await clerkOf(library.address), { title, sku: "KEYQ1" });
  await asClerk(page);
  await press(page, "link", "Inventory");
  await expect(heading(page, "Inventory")).toBeVisible();
  const inStock = page.getByRole("region", { name: "In Stock" });
  await tabOnTo(page, inStock.getByRole("link", { name: "Next page" }));
  await page.keyboard.press("Enter");
  await expect(inStock.getByText(/^Showing 11 - 20 of/)).toBeVisible();

  await tabTo(page, "searchbox", "Search");
  await page.keyboard.type("quillwort");
  await tabTo(page, "combobox", "Category");
  await page.keyboard.type("Boo");
  await press(page, "button", "Search");
  await expect(page).toHaveURL(/\?q=quillwort&category=1$/);
  await expect(inStock.getByText("Showing 1 - 1 of 1")).toBeVisible();
  const first = inStock.getByRole("link", { name: title, exact: true });
  await tabOnTo(page, first);
  await page.keyboard.press("Enter");
  await expect(heading(page, title)).toBeVisible();
  await press(page, "link", "Back to Inventory");
  await expect(page).toHaveURL(/\?q=quillwort&category=1$/);

  // one title and its history
  await tabOnTo(page, first);
  await page.keyboard.press("Enter");
  await expect(heading(page, title)).toBeFocused();
  await press(page, "link", "Edit");
  await expect(heading(page, "Edit item")).toBeVisible();
  await press(page, "link", "Activity log");
  await expect(heading(page, "Activity log")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/activity-log\?kind=item&id=\d+$/);
  await press(page, "link", "Dashboard");
  await expect(heading(page, "Dashboard")).toBeFocused();
  await tabTo(page, "button", "Download Borrowers CSV");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await tabOnTo(page, page.getByRole("table", { name: "Recently added items" }).getByRole("link").first());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/viewitem\/\d+$/);
});
