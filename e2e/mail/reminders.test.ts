import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { expectNoSidewaysScroll, onBothScreens } from "#e2e/steps/screens.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

test("staff set when borrowers are reminded, and a loss is suggested", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  const { orderId } = await shippedOrder(clerk, { title: "Long gone", sku: "LONGGO", quantity: 1 });
  await clerk.enter(page);
  await page.goto("/admin/mail");
  const ages = page.getByRole("textbox", { name: "Days overdue", exact: true });
  const suggest = page.getByRole("textbox", { name: "Suggest “Declare lost” after days" });
  await ages.fill("1, soon");
  await page.getByRole("button", { name: "Save reminders" }).click();
  await expect(
    page.getByRole("group", { name: "Please correct the invalid fields." }).filter({ hasText: "separated by commas" }),
  ).toBeVisible();
  await expectAccessible(page);
  await ages.fill("14, 1, 14");
  await suggest.fill("0");
  await page.getByRole("button", { name: "Save reminders" }).click();
  await toast(page, "Reminders saved.");
  await expect(ages).toHaveValue("1, 14");
  await onBothScreens(page, () => expectNoSidewaysScroll(page));
  await page.goto(`/admin/orderdetails/${orderId}`);
  await expect(page.getByRole("button", { name: "Renew", exact: true })).toBeVisible();
  await expect(page.getByText("Reminders didn’t help.")).toBeHidden();
  await page.goto("/admin/mail");
  await suggest.fill("30");
  await page.getByRole("button", { name: "Save reminders" }).click();
  await toast(page, "Reminders saved.");
  await page.goto(`/admin/orderdetails/${orderId}`);
  await expect(page.getByText("Reminders didn’t help.")).toBeVisible();
  await expectAccessible(page);
  await onBothScreens(page, () => expectNoSidewaysScroll(page));
});
