import { keep } from "#e2e/steps/api.ts";
import { clerkOf, confirmedBorrower, stock } from "#e2e/steps/as-clerk.ts";
import { chooseDays, chooseDaysByKeyboard, dayIn, openCalendar } from "#e2e/steps/dates.ts";
import { pressOn, tabOnTo } from "#e2e/steps/keyboard.ts";
import { fillCart, placeOrder } from "#e2e/steps/orders.ts";
import { layoutShifts, narrow } from "#e2e/steps/screens.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";
import type { Locator, Page } from "@playwright/test";
import { dayAfter } from "#contract/orders/business-days.ts";

/** Monday and Friday of a school week beyond a loan that starts today. */
const far = dayAfter(new Date().toISOString().slice(0, 10), 100);
const monday = dayAfter(far, (8 - new Date(`${far}T00:00:00Z`).getUTCDay()) % 7);
const friday = dayAfter(monday, 4);
const week = `?teachFrom=${monday}&teachTo=${friday}`;

/** Chooses days in the open calendar with the keyboard alone, and closes it. */
async function chooseByKeyboard(page: Page, days: readonly string[]): Promise<void> {
  const calendar = await openCalendar(page);
  await tabOnTo(page, calendar.locator("[data-day][tabindex='0']"));
  await chooseDaysByKeyboard(page, days);
  await expect(calendar.getByText(/We’ll ship it by .+ Mail it back by .+ so that it reaches us by /)).toBeVisible();
  await pressOn(page, calendar.getByRole("button", { name: "Done" }));
  await expect(calendar).toBeHidden();
}

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
  await chooseByKeyboard(page, [monday, friday]);
  await expect(page.getByRole("button", { name: "Change dates" })).toBeFocused();
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
  await chooseByKeyboard(page, [monday, friday]);
  await press(page.getByRole("button", { name: "Proceed" }));
  const refusal = page.getByRole("alert").filter({ hasText: "Your order wasn’t placed." });
  await expect(refusal).toContainText(`"Orrery" isn’t available for those dates. Available from`);
  await expect(refusal).not.toContainText(`from Monday, ${inWords(monday)}`);

  // the dates survive a visit to another page, and can be cleared
  await page.goto("/user/inventories");
  await page.goto("/user/cartitems");
  await expect(page.getByText(`For your dates: ${inWords(monday)}`)).toBeVisible();
  await press(page.getByRole("button", { name: "I need it right away" }));
  await expect(page.getByRole("button", { name: "Need it for specific dates?" })).toBeFocused();
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
  const fill = async (...days: string[]) => {
    const dialog = page.getByRole("dialog", { name: /^When will (?:you|they) use it in class\?$/ });
    await chooseDays(dialog, days);
    await dialog.getByRole("button", { name: "Save" }).click();
    return dialog;
  };

  await teacher.enter(page);
  await page.goto(`/user/vieworder/${orderId}`);
  await page.getByRole("button", { name: "Change dates" }).click();
  await expect(dayIn(await openCalendar(page), monday)).toHaveAccessibleName(/, selected$/);
  await expect(await fill(later, laterTo)).toBeHidden();
  await expect(page.getByText("Dates changed.")).toBeVisible();
  const { days } = await teacher.ask<Days>(`Order/GetOrderForUser/${orderId}`);
  expect(days).toMatchObject({ teachFrom: later, teachTo: laterTo });

  // someone calls about an order without dates
  const callerOrderId = await placeOrder(teacher, [id]);
  await clerk.enter(page);
  await page.goto(`/admin/editorder/${callerOrderId}`);
  await page.getByRole("button", { name: "Set dates" }).click();
  await expect((await openCalendar(page)).getByRole("button", { name: "Save" })).toBeDisabled();
  const refusal = await fill(later, laterTo);
  await expect(refusal).toContainText(`"Barometer" isn’t available for those dates. Available from`);
  await refusal.getByRole("button", { name: "Previous month" }).click();
  await fill(monday, friday);
  await expect(refusal).toBeHidden();
  await expect(page.getByRole("button", { name: "Change dates" })).toBeVisible();
  expect(await clerk.ask<Days>(`Order/Get/${callerOrderId}`)).toMatchObject({
    days: { teachFrom: monday, teachTo: friday },
  });
});

test("an order for a caller is for certain dates, though nothing is in stock today", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title: "Sextant", sku: "SX102" }, 2);
  const caller = await confirmedBorrower(clerk, "sally.ride");
  await placeOrder(caller, [id], 2);
  await clerk.enter(page);
  await page.goto("/admin/callerorder?caller=sally.ride");
  await page.getByRole("button", { name: /^Choose / }).click();
  await page.getByRole("searchbox", { name: "Add a title" }).fill("SX102");
  await page.keyboard.press("Enter");
  const found = page.getByRole("list", { name: "Titles found" }).getByRole("listitem");
  await expect(found).toContainText("Out of stock");
  const setDates = async () => {
    await page.getByRole("button", { name: "Set dates" }).click();
    const calendar = await openCalendar(page);
    await chooseDays(calendar, [monday, friday]);
    await calendar.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("button", { name: "Change dates" })).toBeFocused();
  };
  await setDates();
  await expect(found).toContainText("2 available then");
  await page.getByRole("button", { name: "Add Sextant" }).click();
  const added = page.getByRole("list", { name: "Titles on the order" }).getByRole("listitem");
  await expect(added).toContainText("2 available then");
  await page.getByRole("button", { name: "Ship right away" }).click();
  await expect(added).toContainText("None left in stock");
  await expect(found).toContainText("Out of stock");
  await setDates();
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByText("Placed for a caller by")).toBeVisible();
  const orderId = Number(/(\d+)$/.exec(page.url())?.[1]);
  expect(await clerk.ask<Order>(`Order/Get/${orderId}`)).toMatchObject({
    days: { teachFrom: monday, teachTo: friday },
  });
});

test("a teacher taps two days of a title on a phone, and the cart has them at once", async ({
  someoneElse,
  library,
}) => {
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title: "Planetarium", sku: "PLA101" }, 4);
  const other = await confirmedBorrower(clerk, "planetarium.other");
  await placeOrder(other, [id], 1, week);
  const teacher = await confirmedBorrower(clerk, "planetarium");
  const page = await someoneElse({ viewport: narrow, hasTouch: true, isMobile: true });
  await teacher.enter(page);
  await page.goto(`/user/viewitem/${id}`);
  await page.getByRole("button", { name: "Need it for specific dates?" }).tap();
  const calendar = await openCalendar(page);
  await expect(calendar.getByRole("grid")).toHaveCount(1);
  const first = await calendar.locator("[data-day]").first().boundingBox();
  expect(Math.min(first?.width ?? 0, first?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await chooseDays(calendar, [monday], "tap");
  await expect(dayIn(calendar, monday)).toHaveAccessibleName(/, 3 available, selected$/);
  await expect(calendar.getByRole("status")).toContainText("Now choose the last day.");
  await chooseDays(calendar, [friday], "tap");
  await expect(calendar.getByRole("status")).toContainText(
    /3 available for your dates\. We’ll ship it by .+ so that it reaches us by /,
  );
  await expectAccessible(page);
  await calendar.getByRole("button", { name: "Done" }).tap();
  await expect(page.getByText(`For your dates: ${inWords(monday)}`)).toBeVisible();
  await page.getByRole("button", { name: "Add to Cart", exact: true }).tap();
  await expect(page.getByText("Item successfully added to your cart.")).toBeVisible();

  // nothing is without dates, not even for a moment
  await page.addInitScript(() => {
    const look = () => {
      if (document.body?.textContent?.includes("Need it for specific dates?"))
        document.documentElement.dataset["undated"] = "";
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
  for (const place of [`viewitem/${id}${week}`, `inventories/planetarium${week}`, "cartitems"]) {
    await page.goto(`/user/${place}`);
    await expect(page.getByText("3 available for your dates")).toBeVisible();
    await expect(page.locator("html[data-undated]")).toHaveCount(0);
    expect(await layoutShifts(page), place).toBeCloseTo(0, 3);
  }
  await page.getByRole("button", { name: "Proceed" }).tap();
  await expect(page.getByText("Your order is placed and in the queue.")).toBeVisible();
  const order = await teacher.ask<Order>(`Order/GetOrderForUser/${/(\d+)$/.exec(page.url())?.[1]}`);
  expect(order.days).toMatchObject({ teachFrom: monday, teachTo: friday });
});

test("the first answer has the dates in its address, and what is available then", async ({ page, library }) => {
  const { id } = await stock(await clerkOf(library.address), { title: "Heliostat", sku: "HEL101" }, 2);
  for (const place of [`viewitem/${id}${week}`, `inventories/heliostat${week}`]) {
    const html = await (await page.request.get(`/user/${place}`)).text();
    for (const words of ["For your dates: ", "2 available for your dates", "We’ll ship it by "])
      expect(html, place).toContain(words);
    expect(html, place).not.toContain("Need it for specific dates?");
  }
});
