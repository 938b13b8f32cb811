import { dayAfter } from "#contract/orders/business-days.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { placeOrder } from "#e2e/steps/orders.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const today = new Date().toISOString().slice(0, 10);
/** A closure that a package shipped today arrives in and a loan of today ends in. */
const breakDates = { from: dayAfter(today, -5), to: dayAfter(today, 70) };
const basic = (day: string) => day.replaceAll("-", "");
const event = (from: string, end: string, about: string) =>
  [
    "BEGIN:VEVENT",
    `UID:${from}-${about}`,
    `DTSTART;VALUE=DATE:${basic(from)}`,
    `DTEND;VALUE=DATE:${basic(end)}`,
    `SUMMARY:${about}`,
    "END:VEVENT",
  ].join("\r\n");
const calendarFile = {
  name: "district.ics",
  mimeType: "text/calendar",
  buffer: Buffer.from(
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//district//EN",
      event(breakDates.from, dayAfter(breakDates.to, 1), "Long break"),
      event(dayAfter(breakDates.to, 10), dayAfter(breakDates.to, 11), "Spirit day"),
      "END:VCALENDAR",
      "",
    ].join("\r\n"),
  ),
};

/** The district's school year as a CSV. */
const year = { from: dayAfter(today, -90), to: dayAfter(today, 180) };
const sheet = {
  name: "year.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    `From,To,About\n${year.from},,First day of school\n${year.to},,Last day of school\nsoon,,Picnic\n`,
  ),
};
const yearLater = (day: string) => dayAfter(day, 364); // the same weekday

test("a district's calendar is read from its file, and packages are due after the break", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  const district = "Gazebo Unified";
  const sku = "GAZ128";
  const { id } = await stock(clerk, { title: "Gazebo", sku });
  await clerk.enter(page);

  await page.goto("/admin/schools/calendars");
  await page.getByRole("link", { name: "Add calendar" }).first().click();
  await page.getByRole("textbox", { name: "District (optional)" }).fill(district);
  const choose = (file: typeof calendarFile) => page.locator("input[type=file]").setInputFiles(file);
  await choose(calendarFile);
  const choice = page.getByRole("dialog", { name: "When is the district closed?" });
  await expect(choice.getByRole("checkbox", { name: /Long break/ })).toBeChecked();
  await expect(choice.getByRole("checkbox", { name: /Spirit day/ })).not.toBeChecked();
  await expectAccessible(page);
  await choice.getByRole("button", { name: "Add 1 entry" }).click();
  const long = page.getByRole("group", { name: "Long break", exact: true });
  await expect(long.getByLabel(/^Last day/).and(page.locator("input"))).toHaveValue(breakDates.to);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Calendar saved. New due dates will follow it.");
  await expect(page.getByRole("heading", { level: 1, name: `Calendar: ${district}` })).toBeVisible();

  await choose(sheet);
  await expect(choice.getByText("1 entry was left out")).toBeVisible();
  await expect(choice.getByText("Row 4: “soon” isn’t a date. Write dates like 12/21/2026.")).toBeVisible();
  await choice.getByRole("button", { name: "Add 2 entries" }).click();
  await page.getByRole("button", { name: "Copy last year to next year" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Calendar saved. New due dates will follow it.");
  await page.reload();
  const lasts = page.getByLabel("Last day of school").and(page.locator("input"));
  await expect(lasts).toHaveCount(2);
  await expect(lasts.first()).toHaveValue(year.to);
  await expect(lasts.last()).toHaveValue(yearLater(year.to));
  const longs = page.getByRole("group", { name: "Long break", exact: true });
  await expect(
    longs
      .last()
      .getByLabel(/^First day/)
      .and(page.locator("input")),
  ).toHaveValue(yearLater(breakDates.from));

  const teacher = await newBorrower(library.address, "gazebo", { schoolDistrict: "Gazebo USD" });
  const orderId = await placeOrder(teacher, [id]);
  await page.goto(`/admin/orderdetails/${orderId}`);
  await expect(page.getByText("A package shipped today would arrive at a closed school.")).toBeVisible();
  await clerk.tell(`Order/CheckOutAll/${orderId}`);
  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3 });
  const { returnDate } = await clerk.ask<{ returnDate: string }>(`Order/Get/${orderId}`);
  expect(returnDate > dayAfter(breakDates.to, 5), `${returnDate} after ${breakDates.to}`).toBe(true);
});
