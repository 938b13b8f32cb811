import type { Locator } from "@playwright/test";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { typeWith, pressOn } from "#e2e/steps/keyboard.ts";
import { schoolWeek } from "#e2e/steps/borrowing.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect } from "#e2e/test.ts";
import { mailTo, test } from "./mail-test.ts";

const { from: monday, to: friday } = schoolWeek;
const address = new RegExp(`teachFrom=${monday}&teachTo=${friday}`);

test("a teacher orders for days a title that is out today, from the search to the mail, by keyboard at 390 px", async ({
  page,
  library,
  mailServer,
}) => {
  test.setTimeout(120_000);
  const press = (wanted: Locator) => pressOn(page, wanted);
  await page.setViewportSize(narrow);
  const title = "Armillary 390";
  const { id } = await stock(await clerkOf(library.address), { title, sku: "DM390" });
  const now = await newBorrower(library.address, "days.now.390");
  const { data: cart } = await now.tell<{ data: string }>(`Cart/AddItemToCart/${id}/1/false`);
  await now.tell(`Order/SaveOrder/0/${cart}`);
  const teacher = await newBorrower(library.address, "days.teacher.390");
  await teacher.enter(page);

  await page.goto(`/user/inventories/${encodeURIComponent(title)}`);
  await press(page.getByRole("button", { name: "Need it on certain days?", exact: true }).first());
  const days = page.getByRole("group", { name: "When do you teach with it?" });
  const first = days.getByLabel("First day").and(page.locator("input"));
  await expect(first).toBeFocused();
  await typeWith("keyboard", page, first, monday);
  await typeWith("keyboard", page, days.getByLabel("Last day").and(page.locator("input")), friday);
  const card = page.getByRole("article").filter({ has: page.getByRole("link", { name: title }) });
  await expect(card.getByText("1 free for your days")).toBeVisible();
  await expect(page).toHaveURL(address);

  await press(card.getByRole("link", { name: title }));
  await expect(page).toHaveURL(address); // remembered
  await expect(page.getByText("1 free for your days")).toBeVisible();
  await press(page.getByRole("button", { name: "Which days is it free?", exact: true }).first());
  await expect(page.getByRole("table")).toHaveCount(2);
  const month = page.getByRole("caption").first();
  const before = await month.textContent();
  await press(page.getByRole("button", { name: "Later month", exact: true }).first());
  await expect(month).not.toHaveText(before ?? "");
  await expect(page.getByRole("button", { name: "Later month" })).toBeFocused();
  await expect(
    page
      .getByRole("cell", { name: /: none free/ })
      .or(page.getByRole("cell", { name: /: 1 free/ }))
      .first(),
  ).toBeVisible();

  await press(page.getByRole("button", { name: "Add to Cart", exact: true }).first());
  await expect(page.getByText("1 free for your days · 1 in your cart")).toBeVisible();
  await page.goto("/user/cartitems");
  await expect(page.getByText("1 free for your days")).toBeVisible();
  await press(page.getByRole("button", { name: `Quantity of ${title}: one more` }));
  await expect(page.getByText("Only 1 free for your days.").first()).toBeVisible();
  await press(page.getByRole("button", { name: "Proceed", exact: true }).first());
  await expect(page.getByText("Your order is placed and in the queue.")).toBeVisible();
  const mail = await mailTo(mailServer, "days.teacher.390@school.example", "We received");
  expect(mail.text).toContain("You teach with it");
});
