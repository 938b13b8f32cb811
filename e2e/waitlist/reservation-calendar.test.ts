import { dayAfter } from "#contract/orders/business-days.ts";
import { clerkOf, confirmedBorrower, stock } from "#e2e/steps/as-clerk.ts";
import { placeOrder } from "#e2e/steps/orders.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

/** A Monday beyond a loan that starts today. */
const far = dayAfter(new Date().toISOString().slice(0, 10), 100);
const monday = dayAfter(far, (8 - new Date(`${far}T00:00:00Z`).getUTCDay()) % 7);
const week = `?teachFrom=${monday}&teachTo=${dayAfter(monday, 4)}`;
const inWords = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options }).format(new Date(`${day}T00:00:00Z`));

test("a clerk sees when a kit's copies leave and come back, by copy and by day, and opens the order", async ({
  page,
  library,
}) => {
  const clerk = await clerkOf(library.address);
  const kit = await stock(clerk, { title: "Skeleton kit", sku: "SKE101", parts: "1 skeleton; 1 stand" }, 2);
  const film = await stock(clerk, { title: "Skeleton film", sku: "SKE102" }, 1);
  const teacher = await confirmedBorrower(clerk, "skeleton.teacher");
  const orderId = await placeOrder(teacher, [kit.id], 1, week);
  await placeOrder(teacher, [film.id], 1, week);
  type Days = { days: { shipBy: string; dueBy: string } };
  const { days } = await clerk.ask<Days>(`Order/Get/${orderId}`);

  await page.setViewportSize(wide);
  await clerk.enter(page);
  await page.goto("/admin/reservations");
  await expect(page.getByRole("heading", { level: 1, name: "Reservation calendar" })).toBeVisible();
  const month = (day: string) =>
    page.getByRole("heading", { level: 2, name: inWords(day, { month: "long", year: "numeric" }) });
  for (let step = 0; step < 5 && !(await month(days.shipBy).isVisible()); step += 1) {
    const before = await page.getByRole("heading", { level: 2 }).first().textContent();
    await page.getByRole("link", { name: "Next month" }).click();
    await expect(page.getByRole("heading", { level: 2 }).first()).not.toHaveText(before ?? "");
  }
  await expect(month(days.shipBy)).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("region", { name: "Skeleton film" })).toBeVisible();
  await page.getByLabel("Show", { exact: true }).selectOption("Kits (titles with parts)");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(main.getByRole("region", { name: "Skeleton film" })).toHaveCount(0);
  const rows = main.getByRole("region", { name: "Skeleton kit" });
  const day = (date: string) => inWords(date, { month: "short", day: "numeric", year: "numeric" });
  const stay = rows.getByRole("link", {
    name: `#${orderId} Kings River School , reserved, leaves ${day(days.shipBy)}, comes back ${day(days.dueBy)}`,
  });
  await expect(stay).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize(narrow);
  await expect(stay).toBeHidden();
  const leaving = main.getByRole("region", {
    name: `${inWords(days.shipBy, { weekday: "short" })}, ${day(days.shipBy)}`,
  });
  await expect(leaving.getByRole("listitem").filter({ hasText: "Skeleton kit" })).toContainText(
    /^Leaves: Skeleton kit, copy [12], order/,
  );
  await leaving.getByRole("link", { name: `order #${orderId}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order #${orderId}` })).toBeVisible();
});
