import { pressOn } from "#e2e/steps/keyboard.ts";
import { shippedOrder } from "#e2e/steps/orders.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

test("staff change the reminder schedule and when to suggest declaring a copy lost", async ({ page, library }) => {
  const { clerk, orderId } = await shippedOrder(library.address, { title: "Long gone", sku: "LG102", quantity: 1 });
  await clerk.enter(page);
  await page.goto("/admin/mail");
  const ages = page.getByRole("textbox", { name: "Days overdue", exact: true });
  const suggest = page.getByRole("textbox", { name: "Suggest “Declare lost” (days overdue)" });
  const save = page.getByRole("button", { name: "Save reminders" });
  await ages.fill("1, soon");
  await pressOn(page, save);
  await expect(
    page.getByRole("group", { name: "Please correct the invalid fields." }).filter({ hasText: "separated by commas" }),
  ).toBeVisible();
  await ages.fill("14, 1, 14");
  await suggest.fill("0");
  await pressOn(page, save);
  await toast(page, "Reminders saved.");
  await expect(ages).toHaveValue("1, 14");
  await page.goto(`/admin/orderdetails/${orderId}`);
  await expect(page.getByRole("button", { name: "Renew", exact: true })).toBeVisible();
  await expect(page.getByText("Reminders didn’t help.")).toBeHidden();
  await page.goto("/admin/mail");
  await suggest.fill("30");
  await pressOn(page, save);
  await toast(page, "Reminders saved.");
  await page.goto(`/admin/orderdetails/${orderId}`);
  await expect(page.getByText("Reminders didn’t help.")).toBeVisible();
});
