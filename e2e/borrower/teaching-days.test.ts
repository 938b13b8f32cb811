import type { Locator } from "@playwright/test";
import { keep, newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { pressOn, typeOver } from "#e2e/steps/keyboard.ts";
import { schoolWeek } from "#e2e/steps/borrowing.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

const { from: monday, to: friday } = schoolWeek;
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
  const { id } = await stock(await clerkOf(library.address), {
    title: "Orrery 390",
    sku: "ORR390".slice(0, 6),
  });
  const inCart = async (name: string) => {
    const teacher = await newBorrower(library.address, `${name}.390`);
    const { data: cart } = await teacher.tell<{ data: string }>(`Cart/AddItemToCart/${id}/1/false`);
    return { teacher, cart };
  };
  const first = await inCart("orrery.first");
  const second = await inCart("orrery.second");
  const { id: orderId } = await first.teacher.tell<{ id: number }>(
    `Order/SaveOrder/0/${first.cart}?teachFrom=${monday}&teachTo=${friday}`,
  );
  await first.teacher.enter(page);
  await page.goto(`/user/vieworder/${orderId}`);
  await expect(page.getByText("Teaching dates")).toBeVisible();
  await expect(page.getByText("Ships by")).toBeVisible();

  await second.teacher.enter(page);
  await keep(page, { cartIdentifier: second.cart });
  await page.goto("/user/cartitems");
  await press(page.getByRole("button", { name: "Need it for specific dates?", exact: true }).first());
  const days = page.getByRole("group", { name: "When will you use it in class?" });
  const from = days.getByLabel("First day").and(page.locator("input"));
  await expect(from).toBeFocused();
  await typeOver(page, from, monday);
  await typeOver(page, days.getByLabel("Last day").and(page.locator("input")), friday);
  await expect(days.getByText(/^We’ll ship it by .+ Mail it back by /)).toBeVisible();
  await press(page.getByRole("button", { name: "Proceed" }));
  const refused = page.getByRole("alert").filter({ hasText: "Your order wasn’t placed." });
  await expect(refused).toContainText(`"Orrery 390" isn’t available for those dates. Available from`);
  await expect(refused).not.toContainText(`from Monday, ${inWords(monday)}`);

  // the dates survive a visit to another page, and can be cleared
  await page.goto("/user/inventories");
  await page.goto("/user/cartitems");
  await expect(from).toHaveValue(monday);
  await press(days.getByRole("button", { name: "I need it right away" }));
  await expect(from).toHaveValue("");
  await press(page.getByRole("button", { name: "Proceed" }));
  await expect(page.getByText("Your order is placed and in the queue.")).toBeVisible();
});
