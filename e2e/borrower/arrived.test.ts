import type { Locator } from "@playwright/test";
import { asClerk, clerkOf } from "#e2e/steps/as-clerk.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";

test("a borrower says when an order arrived, and staff see it, at 390 px by pointer", async ({ page, library }) => {
  const press = (wanted: Locator) => wanted.click();
  await page.setViewportSize({ width: 390, height: 844 });
  const clerk = await clerkOf(library.address);
  const { orderId, borrower } = await shippedOrder(clerk, {
    title: "Arrived 390",
    sku: "AV390",
    quantity: 1,
  });
  const days = { statusId: 3, shipDate: "2026-01-02", returnDate: "2027-01-15" };
  await clerk.tell("Order/UpdateOrder/", { orderId, ...days });
  await borrower.enter(page);
  await page.goto(`/user/vieworder/${orderId}`);
  const details = page.getByRole("region", { name: "Order details" });
  await press(details.getByRole("button", { name: "It arrived" }));
  const dialog = page.getByRole("dialog", { name: "When did it arrive?" });
  await dialog.locator("input").fill("2026-01-01"); // before it left
  await press(dialog.getByRole("button", { name: "Tell the library" }));
  await expect(dialog.getByText("Choose a day from the day it shipped to today.").first()).toBeVisible();
  await dialog.locator("input").fill("2026-01-08");
  await press(dialog.getByRole("button", { name: "Tell the library" }));
  await expect(dialog).toBeHidden();
  await expect(details).toContainText("It arrived on");
  await expect(details).toContainText("Jan 8, 2026");
  await expect(details.getByRole("button", { name: "Change when it arrived" })).toBeFocused();
  const desk = await page.context().newPage();
  await asClerk(desk, `/admin/orderdetails/${orderId}`);
  await expect(desk.getByText("Arrived", { exact: true })).toBeVisible();
  await expect(desk.getByText("Jan 8, 2026").first()).toBeVisible();
});
