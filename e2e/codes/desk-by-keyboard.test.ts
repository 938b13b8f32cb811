import type { Page } from "@playwright/test";
import { pressOn, tabOnTo } from "#e2e/steps/keyboard.ts";
import { parcelAtDesk } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";

const row = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words });
const field = (page: Page) => page.getByRole("textbox", { name: "Copy or order" });

test("a parcel is opened from its order and by its number, checked in, and judged by one key each, at 390 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sku = "KY390";
  const { clerk, orderId, status } = await parcelAtDesk(library.address, { title: "Keys kit", sku, quantity: 3 });
  await clerk.enter(page);
  await page.goto(`/admin/orderdetails/${orderId}`);
  await pressOn(page, page.getByRole("link", { name: "Check in", exact: true }));
  const parcel = page.getByRole("heading", { name: `Parcel of order #${orderId}` });
  await expect(parcel).toBeVisible();
  await pressOn(page, page.getByRole("button", { name: `Check in #${sku} copy 2` }));
  const newest = row(page, "2 of 3 still out");
  await expect(newest).toContainText(`#${sku} copy 2`);
  for (const [key, condition] of [
    ["w", "Worn"],
    ["p", "Parts missing"],
    ["d", "Damaged"],
    ["g", "Good"],
  ] as const) {
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press(key);
    await expect(newest.getByRole("radio", { name: condition })).toBeChecked();
  }
  await expect(newest).toContainText("Back on the shelf");

  await pressOn(page, page.getByRole("button", { name: "Close" }));
  await expect(parcel).toBeHidden();
  await tabOnTo(page, field(page));
  await page.keyboard.type(`order ${orderId}`);
  await page.keyboard.press("Enter");
  await expect(parcel).toBeVisible();
  await pressOn(page, page.getByRole("button", { name: "Check in all 2 copies" }));
  await expect(page.getByText("Everything is back.")).toHaveCount(3);
  await expect.poll(status).toBe("Returned");
});
