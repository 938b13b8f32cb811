import { keep } from "#e2e/steps/api.ts";
import { clerkOf, confirmedBorrower, stock } from "#e2e/steps/as-clerk.ts";
import { pressOn, typeOver } from "#e2e/steps/keyboard.ts";
import { fillCart, placeOrder } from "#e2e/steps/orders.ts";
import { expect, test } from "#e2e/test.ts";
import type { Locator } from "@playwright/test";
import { narrow } from "#e2e/steps/screens.ts";
import { dayAfter } from "#contract/orders/business-days.ts";

/** Monday and Friday of a school week beyond a loan that starts today. */
const far = dayAfter(new Date().toISOString().slice(0, 10), 100);
const monday = dayAfter(far, (8 - new Date(`${far}T00:00:00Z`).getUTCDay()) % 7);
const friday = dayAfter(monday, 4);
const week = `?teachFrom=${monday}&teachTo=${friday}`;

type Order = { days?: { teachFrom: string; teachTo: string }; orderItems: { inventory: { title: string } }[] };

test("a borrower leaves a title for other dates in the cart and orders it next, by keyboard", async ({
  page,
  library,
}) => {
  const clerk = await clerkOf(library.address);
  const [later, now] = ["For another week", "For right now"];
  const teacher = await confirmedBorrower(clerk, "part.of.a.cart");
  const titles = [];
  for (const [at, title] of [later, now].entries())
    titles.push((await stock(clerk, { title, sku: `P${at}102` }, 2)).id);
  const orderOn = async () => {
    await expect(page.getByText("Thank you for your order!")).toBeVisible();
    return teacher.ask<Order>(`Order/GetOrderForUser/${/(\d+)$/.exec(page.url())?.[1]}`);
  };
  const titlesOf = ({ orderItems }: Order) => orderItems.map(({ inventory }) => inventory.title);
  await teacher.enter(page);
  await keep(page, { cartIdentifier: await fillCart(teacher, titles) });
  await page.goto("/user/cartitems");
  await pressOn(page, page.getByRole("button", { name: "Need it for specific dates?" }));
  const days = page.getByRole("group", { name: "When will you use it in class?" });
  await days.getByLabel("First day").and(page.locator("input")).fill(monday);
  await days.getByLabel("Last day").and(page.locator("input")).fill(friday);
  await expect(page.getByText("Need something for other dates?")).toBeVisible();
  const total = page.getByRole("status").filter({ hasText: "Total items" });
  await expect(total).toHaveText(/2$/);
  const isIn = page.getByRole("checkbox", { name: `In this order: ${now}` });
  await expect(isIn).toBeChecked();

  await isIn.focus();
  await page.keyboard.press("Space");

  await expect(page.getByText("It stays in your cart for a separate order.")).toBeVisible();
  await expect(total).toHaveText(/1$/);
  await pressOn(page, page.getByRole("button", { name: "Proceed" }));
  const first = await orderOn();
  expect([titlesOf(first), first.days?.teachFrom, first.days?.teachTo]).toEqual([[later], monday, friday]);

  await pressOn(page, page.getByRole("link", { name: "Order the rest of your cart" }));
  await expect(page.getByRole("link", { name: now })).toBeVisible();
  await expect(page.getByRole("link", { name: later })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: /^In this order/ })).toHaveCount(0); // a single title has no checkbox
  await pressOn(page, page.getByRole("button", { name: "Proceed" }));
  await expect(page).not.toHaveURL(/cartitems/);
  const second = await orderOn();
  expect([titlesOf(second), second.days]).toEqual([[now], undefined]);
  await expect(page.getByRole("link", { name: "Order the rest of your cart" })).toHaveCount(0);
});

const inWords = (day: string) =>
  new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

test("a teacher orders for specific dates, and the next teacher sees which dates are available", async ({
  page,
  library,
}) => {
  const press = (target: Locator) => pressOn(page, target);
  await page.setViewportSize(narrow);
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title: "Orrery", sku: "ORR101" });
  const first = await confirmedBorrower(clerk, "orrery.first");
  const second = await confirmedBorrower(clerk, "orrery.second");
  const orderId = await placeOrder(first, [id], 1, week);
  await first.enter(page);
  await page.goto(`/user/vieworder/${orderId}`);
  await expect(page.getByText("Teaching dates")).toBeVisible();
  await expect(page.getByText("Ships by")).toBeVisible();

  await second.enter(page);
  await keep(page, { cartIdentifier: await fillCart(second, [id]) });
  await page.goto("/user/cartitems");
  await press(page.getByRole("button", { name: "Need it for specific dates?", exact: true }).first());
  const days = page.getByRole("group", { name: "When will you use it in class?" });
  const from = days.getByLabel("First day").and(page.locator("input"));
  await expect(from).toBeFocused();
  await typeOver(page, from, monday);
  await typeOver(page, days.getByLabel("Last day").and(page.locator("input")), friday);
  await expect(days.getByText(/^We’ll ship it by .+ Mail it back by .+ so that it reaches us by /)).toBeVisible();
  await press(page.getByRole("button", { name: "Proceed" }));
  const refusal = page.getByRole("alert").filter({ hasText: "Your order wasn’t placed." });
  await expect(refusal).toContainText(`"Orrery" isn’t available for those dates. Available from`);
  await expect(refusal).not.toContainText(`from Monday, ${inWords(monday)}`);

  // the dates survive a visit to another page, and can be cleared
  await page.goto("/user/inventories");
  await page.goto("/user/cartitems");
  await expect(from).toHaveValue(monday);
  await press(days.getByRole("button", { name: "I need it right away" }));
  await expect(from).toHaveValue("");
  await press(page.getByRole("button", { name: "Proceed" }));
  await expect(page.getByText("Your order is placed and in the queue.")).toBeVisible();
});

type Days = { days: { teachFrom: string; teachTo: string } };

test("a teacher changes an order's dates, and a clerk sets dates on another order", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title: "Barometer", sku: "BM102" });
  const teacher = await confirmedBorrower(clerk, "barometer");
  const orderId = await placeOrder(teacher, [id], 1, week);
  const [later, laterTo] = [dayAfter(monday, 28), dayAfter(friday, 28)];
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
  const callerOrderId = await placeOrder(teacher, [id]);
  await clerk.enter(page);
  await page.goto(`/admin/editorder/${callerOrderId}`);
  await page.getByRole("button", { name: "Set dates" }).click();
  const refusal = await fill(later, laterTo);
  await expect(refusal).toContainText(`"Barometer" isn’t available for those dates. Available from`);
  await fill(monday, friday);
  await expect(refusal).toBeHidden();
  await expect(page.getByRole("button", { name: "Change dates" })).toBeVisible();
  expect(await clerk.ask<Days>(`Order/Get/${callerOrderId}`)).toMatchObject({
    days: { teachFrom: monday, teachTo: friday },
  });
});
