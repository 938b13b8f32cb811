import { shippedOrder } from "#e2e/steps/shipping.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { expect, test } from "#e2e/test.ts";

test("everybody reads since when a copy is late, and staff each copy's reason, at 1280 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const clerk = await clerkOf(library.address);
  const { orderId, itemId } = await shippedOrder(clerk, { title: "All out", sku: "OO1280", quantity: 2 });
  await page.goto(`/user/viewitem/${itemId}`);
  const note = page.getByText("The library has 2 copies.");
  await expect(note).toContainText("One was due back on Jan 15, 2026 and is late.");
  await expect(page.getByText("Kings River")).toBeHidden();

  await clerk.enter(page);
  await page.goto(`/admin/viewitem/${itemId}`);
  const ask = page.getByRole("button", { name: "Why is this out of stock?" });
  await ask.focus();
  await page.keyboard.press("Enter");
  const sum = page.getByRole("table", { name: "How the stock adds up" });
  await expect(sum.getByRole("row", { name: /^Out with borrowers.*2$/ })).toBeVisible();
  await expect(sum.getByRole("row", { name: /^In stock: on the shelf, less what is promised.*0$/ })).toBeVisible();
  const copies = page.getByRole("table", { name: "Copies that are not free" });
  await expect(copies.getByRole("row", { name: /copy 1/ })).toContainText("overdue");
  await expect(copies.getByRole("link", { name: `Order #${orderId}` })).toHaveCount(2);
  await page.keyboard.press("Enter");
  await expect(sum).toBeHidden();
});
