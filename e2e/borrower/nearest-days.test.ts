import type { Locator } from "@playwright/test";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { pressOn } from "#e2e/steps/keyboard.ts";
import { schoolWeek } from "#e2e/steps/borrowing.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

const { from: monday, to: friday } = schoolWeek;
const week = `teachFrom=${monday}&teachTo=${friday}`;

test("where a title is booked, the nearest days are chosen by their buttons, by keyboard at 390 px", async ({
  page,
  library,
}) => {
  const press = (wanted: Locator) => pressOn(page, wanted);
  await page.setViewportSize(narrow);
  const title = "Planisphere 390";
  const { id } = await stock(await clerkOf(library.address), { title, sku: "ND390" });
  const other = await newBorrower(library.address, "nearest.390");
  const { data: cart } = await other.tell<{ data: string }>(`Cart/AddItemToCart/${id}/1/false?${week}`);
  await other.tell(`Order/SaveOrder/0/${cart}?${week}`);

  // an address that somebody sent
  await page.goto(`/user/inventories/${encodeURIComponent(title)}?${week}`);
  const card = page.getByRole("article").filter({ has: page.getByRole("link", { name: title }) });
  await expect(card.getByText("Not free for your days")).toBeVisible();
  await expect(card.getByRole("button", { name: "Out of stock" })).toBeDisabled();
  await press(card.getByText("Similar titles"));
  await expect(card.getByRole("listitem").first()).toContainText(/\d free for your days/);
  await press(card.getByRole("link", { name: title }));

  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible(); // the list, which says the same, is gone
  await expect(page.getByText("Not free for your days")).toBeVisible();
  await expect(page.getByText("Similar titles that are free for your days:")).toBeVisible();
  const nearest = page.getByRole("button", { name: `: choose these days for ${title}` });
  await expect(nearest).toHaveCount(2);
  await press(nearest.last());
  await expect(page.getByText("1 free for your days")).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(week));
  await expect(page).toHaveURL(/teachFrom=\d{4}-\d\d-\d\d&teachTo=/);

  await press(page.getByRole("button", { name: "Any day" }));
  await expect(page.getByText("1 in stock")).toBeVisible();
  await expect(page).not.toHaveURL(/teachFrom/);
});
