import { keep, newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { schoolWeek } from "#e2e/steps/borrowing.ts";
import { pressOn } from "#e2e/steps/keyboard.ts";
import { expect, test } from "#e2e/test.ts";

const { from: monday, to: friday } = schoolWeek;
type Order = { days?: { teachFrom: string; teachTo: string }; orderItems: { inventory: { title: string } }[] };

test("a borrower leaves a title for other dates in the cart and orders it next, by keyboard", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const clerk = await clerkOf(library.address);
  const [week, now] = ["For a week 1280", "For now 1280"];
  const teacher = await newBorrower(library.address, "part.1280");
  let cart = "";
  for (const [at, title] of [week, now].entries()) {
    const { id } = await stock(clerk, { title, sku: `P${at}1280` }, 2);
    const path = `Cart/AddItemToCart/${id}/1/false/${cart}`.replace(/\/$/, "");
    cart = (await teacher.tell<{ data: string }>(path)).data;
  }
  const orderOn = async () => {
    await expect(page.getByText("Thank you for your order!")).toBeVisible();
    return teacher.ask<Order>(`Order/GetOrderForUser/${/(\d+)$/.exec(page.url())?.[1]}`);
  };
  const titlesOf = ({ orderItems }: Order) => orderItems.map(({ inventory }) => inventory.title);
  await teacher.enter(page);
  await keep(page, { cartIdentifier: cart });
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
  expect([titlesOf(first), first.days?.teachFrom, first.days?.teachTo]).toEqual([[week], monday, friday]);

  await pressOn(page, page.getByRole("link", { name: "Order the rest of your cart" }));
  await expect(page.getByRole("link", { name: now })).toBeVisible();
  await expect(page.getByRole("link", { name: week })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: /^In this order/ })).toHaveCount(0); // a single title has no checkbox
  await pressOn(page, page.getByRole("button", { name: "Proceed" }));
  await expect(page).not.toHaveURL(/cartitems/);
  const second = await orderOn();
  expect([titlesOf(second), second.days]).toEqual([[now], undefined]);
  await expect(page.getByRole("link", { name: "Order the rest of your cart" })).toHaveCount(0);
});
