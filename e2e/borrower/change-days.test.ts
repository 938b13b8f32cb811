import { dayAfter } from "#contract/orders/business-days.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { schoolWeek } from "#e2e/steps/borrowing.ts";
import { wide } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

const { from: monday, to: friday } = schoolWeek;
const [later, laterTo] = [dayAfter(monday, 28), dayAfter(friday, 28)];
const week = `teachFrom=${monday}&teachTo=${friday}`;

type Days = { days: { teachFrom: string; teachTo: string } };

test("a teacher changes an order's dates, and a clerk sets dates on another order", async ({ page, library }) => {
  await page.setViewportSize(wide);
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title: "Barometer 1280", sku: "BM1280" });
  const teacher = await newBorrower(library.address, "barometer.1280");
  const { data: cart } = await teacher.tell<{ data: string }>(`Cart/AddItemToCart/${id}/1/false?${week}`);
  const { id: orderId } = await teacher.tell<{ id: number }>(`Order/SaveOrder/0/${cart}?${week}`);
  const fill = async (from: string, to: string) => {
    const dialog = page.getByRole("dialog", { name: "When will you use it in class?" });
    await dialog.getByLabel("First day").and(page.locator("input")).fill(from);
    await dialog.getByLabel("Last day").and(page.locator("input")).fill(to);
    await dialog.getByRole("button", { name: "Save" }).click();
    return dialog;
  };

  await teacher.enter(page);
  await page.goto(`/user/vieworder/${orderId}`);
  await page.getByRole("button", { name: "Change dates" }).click();
  const dialog = await fill(later, monday);
  await expect(dialog.getByText("End date must not be before start date.").first()).toBeVisible();
  await fill(later, laterTo);
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Dates changed.")).toBeVisible();
  const { days } = await teacher.ask<Days>(`Order/GetOrderForUser/${orderId}`);
  expect(days).toMatchObject({ teachFrom: later, teachTo: laterTo });

  // someone calls about an order without dates
  const { data: other } = await teacher.tell<{ data: string }>(`Cart/AddItemToCart/${id}/1/false`);
  const { id: called } = await teacher.tell<{ id: number }>(`Order/SaveOrder/0/${other}`);
  await clerk.enter(page);
  await page.goto(`/admin/editorder/${called}`);
  await page.getByRole("button", { name: "Set dates" }).click();
  const refused = await fill(later, laterTo);
  await expect(refused).toContainText(`"Barometer 1280" isn’t available for those dates. Available from`);
  await fill(monday, friday);
  await expect(refused).toBeHidden();
  await expect(page.getByRole("button", { name: "Change dates" })).toBeVisible();
  expect(await clerk.ask<Days>(`Order/Get/${called}`)).toMatchObject({
    days: { teachFrom: monday, teachTo: friday },
  });
});
