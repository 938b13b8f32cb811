import { dayAfter } from "#contract/site/business-days.ts";
import { askDatabaseOf } from "#e2e/library.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { pressOn } from "#e2e/steps/keyboard.ts";
import { expectNoSidewaysScroll, narrow } from "#e2e/steps/screens.ts";
import { newOrder } from "#e2e/steps/shipping.ts";
import { expect, expectAccessible } from "#e2e/test.ts";
import { aTeacher, linksOf, mailTo, test } from "./mail-test.ts";

/** A week of school that leaves in less than sixty days, and after a parcel that is due soon. */
const from = (() => {
  const today = new Date().toISOString().slice(0, 10);
  const far = dayAfter(today, 42);
  return dayAfter(far, (8 - new Date(`${far}T00:00:00Z`).getUTCDay()) % 7);
})();
const [to, soon] = [dayAfter(from, 4), dayAfter(from, -35)];
const week = `teachFrom=${from}&teachTo=${to}`;

test("a teacher whose copy comes back later gets an email after a day, and changes the order on its page, by keyboard at 390 px", async ({
  page,
  library: { address },
  mailServer,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize(narrow);
  const clerk = await clerkOf(address);
  const title = "Gyroscope 390";
  const parcel = await newOrder(clerk, { title, sku: "GY390", quantity: 1 });
  await clerk.tell(`Order/CheckOutAll/${parcel.orderId}`);
  const ships = { orderId: parcel.orderId, statusId: 3 };
  await clerk.tell("Order/UpdateOrder/", { ...ships, returnDate: soon });
  const name = "gyroscope.390";
  const teacher = await aTeacher(address, name);
  const { data: cart } = await teacher.tell<{ data: string }>(`Cart/AddItemToCart/${parcel.itemId}/1/false?${week}`);
  const { id: other } = await stock(clerk, { title: "Compass 390", sku: "CO390" });
  await teacher.tell(`Cart/AddItemToCart/${other}/1/false/${cart}?${week}`);
  const { id: orderId } = await teacher.tell<{ id: number }>(`Order/SaveOrder/0/${cart}?${week}`);

  await clerk.tell("Order/UpdateOrder/", { ...ships, returnDate: to });
  const hasRisk = async (change: string) => {
    // it runs once a minute: now
    await askDatabaseOf(address, "update jobs set run_at = now() where kind = 'watch-promises'");
    return (await askDatabaseOf(address, change)).length;
  };
  const ofOrder = `promise_risks where order_id = ${orderId} and is_at_risk`;
  await expect.poll(() => hasRisk(`select from ${ofOrder}`), { timeout: 20_000 }).toBe(1);
  await askDatabaseOf(
    address,
    `update promise_risks set since = since - interval '25 hours' where order_id = ${orderId}`,
  );
  await expect.poll(() => hasRisk(`select from ${ofOrder} and told_at is not null`), { timeout: 20_000 }).toBe(1);
  const mail = await mailTo(mailServer, `${name}@school.example`, `Order #${orderId} may miss your dates`);
  const [link = ""] = linksOf(mail, "/user/vieworder/");

  await teacher.enter(page);
  await page.goto(new URL(link).pathname);
  const warning = page.getByText(/^You teach from .+, and right now no copy will be back in time\.$/);
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await pressOn(page, page.getByRole("button", { name: "Change days" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "First day" }).fill(dayAfter(from, 28));
  await dialog.getByRole("textbox", { name: "Last day" }).fill(dayAfter(to, 28));
  await pressOn(page, dialog.getByRole("button", { name: "Save" }));
  await expect(warning).toBeHidden();
  await pressOn(page, page.getByRole("button", { name: "Remove it from the order: Compass 390" }));
  await pressOn(page, page.getByRole("alertdialog").getByRole("button", { name: "Remove it from the order" }));
  await expect(page.getByText("Items (1)")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove it from the order/ })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const { days } = await teacher.ask<{ days: { teachFrom: string } }>(`Order/GetOrderForUser/${orderId}`);
  expect(days.teachFrom).toBe(dayAfter(from, 28));
  const changed = await mailTo(mailServer, `${name}@school.example`, `Your order #${orderId} was changed`);
  expect(changed.text).toContain("You teach with it");
});
