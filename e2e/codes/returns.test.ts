import type { Page } from "@playwright/test";
import { writeSlip } from "#contract/desk/slip-code.ts";
import { writeLabel } from "#contract/catalog/labels.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { pressOn, scanByHand, tabOnTo } from "#e2e/steps/keyboard.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";

type Copy = { inventoryItemId: number; skuNumber: string };
async function aShippedOrder(address: string, title: string, sku: string, quantity: number) {
  const clerk = await clerkOf(address);
  return { clerk, ...(await shippedOrder(clerk, { title, sku, quantity })) };
}

const row = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const statusOf = async (clerk: Awaited<ReturnType<typeof clerkOf>>, orderId: number) =>
  (await clerk.ask<{ statusName: string }>(`Order/Get/${orderId}`)).statusName;
const at = (copies: readonly Copy[], place: number): Copy => {
  const copy = copies[place];
  if (!copy) throw new Error(`There is no copy ${place}.`);
  return copy;
};

test("staff check in a package by scanning, and undo a wrong scan with one click", async ({ page, library }) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const title = "Anatomy kit 1280";
  const { clerk, orderId, copies } = await aShippedOrder(library.address, title, "RT1280", 2);
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "Returns", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Returns" })).toBeVisible();
  await expect(page.getByText("Nothing checked in yet.")).toBeVisible();

  await scanByHand(page, writeLabel(at(copies, 0)));
  await expect(row(page, "1 of 2 still out")).toContainText("Dolores Huerta");
  await expect(row(page, title)).toContainText("Back on the shelf");
  await expect(row(page, title)).toContainText(/\d+ days late/);
  // the next scan goes into the focused field
  await page.getByRole("textbox", { name: "Copy or order" }).focus();
  await scanByHand(page, writeLabel(at(copies, 1)));
  await expect(page.getByText("Everything is back.")).toHaveCount(2);
  await expect(page.getByRole("textbox", { name: "Copy or order" })).toHaveValue("");
  await expect.poll(() => statusOf(clerk, orderId)).toBe("Returned");

  await scanByHand(page, writeLabel(at(copies, 1)));
  await expect(page.getByRole("alert")).toContainText("#RT1280 copy 2: You already checked in this copy.");

  await pressOn(page, page.getByRole("button", { name: "Undo #RT1280 copy 2" }));
  await expect(row(page, title)).toHaveCount(1);
  await expect(row(page, title)).toContainText("1 of 2 still out");
  await expect.poll(() => statusOf(clerk, orderId)).toBe("Shipped");

  await tabOnTo(page, row(page, title).getByRole("radio", { name: "Good" }));
  for (let condition = 0; condition < 3; condition += 1) await page.keyboard.press("ArrowRight");
  await expect(row(page, title).getByRole("radio", { name: "Damaged" })).toBeChecked();
  await expect(row(page, title)).toContainText("Send to inspection");
  await expect(row(page, title).getByRole("radio", { name: "Damaged" })).toBeFocused();
  await tabOnTo(page, page.getByRole("textbox", { name: "What’s wrong" }));
  await page.keyboard.type("The skull is cracked.");
  // one-key shortcuts work anywhere, and changing the condition keeps the note
  for (const [key, condition] of [
    ["w", "Worn"],
    ["p", "Parts missing"],
  ] as const) {
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press(key);
    await expect(row(page, title).getByRole("radio", { name: condition })).toBeChecked();
  }
  await row(page, title).getByRole("radio", { name: "Good" }).check();
  await expect(row(page, title)).toContainText("Back on the shelf");
  await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue("The skull is cracked.");
  await row(page, title).getByRole("radio", { name: "Damaged" }).check();
  await expect(row(page, title)).toContainText("Send to inspection");
  await pressOn(page, page.getByRole("button", { name: "Save note" }));
  await expect(page.getByRole("button", { name: "Save note" })).toBeHidden();
  await expect(page.getByRole("textbox", { name: "What’s wrong" })).toHaveValue("The skull is cracked.");
});

test("scanning a packing slip opens its package, and one click checks it in", async ({ page, library }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { clerk, orderId } = await aShippedOrder(library.address, "Slip set 390", "SS390", 2);
  await clerk.enter(page);
  await page.goto("/admin/returns");
  await page.getByRole("textbox", { name: "Copy or order" }).focus();
  await scanByHand(page, writeSlip(orderId));
  await expect(page.getByRole("button", { name: "Check in all 2 copies" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Copy or order" })).toHaveValue("");
  await page.goto("/admin/activity-log");
  await page.getByRole("searchbox", { name: "Search the activity log" }).focus();
  await scanByHand(page, writeSlip(orderId));
  await expect(page).toHaveURL(`/admin/returns?order=${orderId}`);

  await page.goto(`/admin/returns?order=${orderId}`);
  const all = page.getByRole("button", { name: "Check in all 2 copies" });
  await expect(all).toBeVisible();
  await all.click();
  await expect(page.getByText("Everything is back.")).toHaveCount(2);
  expect(await statusOf(clerk, orderId)).toBe("Returned");
  await expect(page.locator("body")).not.toBeFocused();
});
