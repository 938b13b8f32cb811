import type { Page } from "@playwright/test";
import { writeLabel } from "#contract/labels.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { pressOn, scanByHand, tabOnTo } from "#e2e/steps/keyboard.ts";
import { parcelAtDesk } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";

const row = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words });
const field = (page: Page) => page.getByRole("textbox", { name: "Copy or order" });

test("a copy that comes back for somebody is not shelved, and the desk says for whom, by scanner and keyboard at 390 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const waited = await parcelAtDesk(library.address, { title: "Awaited 390", sku: "AW390", quantity: 1 });
  const planned = await parcelAtDesk(library.address, { title: "Planned 390", sku: "PL390", quantity: 2 });
  const { clerk } = planned;
  const inLine = await newBorrower(library.address, "in-line.390", {
    borrowerName: "Larry Itliong",
    schoolName: "Delano School",
  });
  await inLine.tell(`Queue/Join/${waited.itemId}`);
  const teacher = await newBorrower(library.address, "bayside.390", { schoolName: "Bayside Middle" });
  // one of two copies is back, is ordered, and turns out to be damaged: that order waits for the other one
  const first = await clerk.tell<{ data: { returnId: number } }>("Returns/CheckIn", {
    inventoryItemId: planned.copy(0).inventoryItemId,
  });
  const { data: cart } = await teacher.tell<{ data: string }>(`Cart/AddItemToCart/${planned.itemId}/1/false`);
  const { id: orderId } = await teacher.tell<{ id: number }>(`Order/SaveOrder/0/${cart}`);
  const damaged = { condition: "damaged", note: "The cover is torn." };
  await clerk.tell(`Returns/ChangeCondition/${first.data.returnId}`, damaged);

  await clerk.enter(page);
  await page.goto("/admin/returns");
  await expect(page.getByText("Nothing checked in yet.")).toBeVisible();
  await scanByHand(page, writeLabel(waited.copy(0)));
  const held = "Do not shelve: hold for Larry Itliong, Delano School";
  await expect(row(page, "Awaited 390")).toContainText(held);
  await tabOnTo(page, field(page));
  await page.keyboard.type("PL390 copy 2");
  await page.keyboard.press("Enter");
  const promised = `Do not shelve: order #${orderId}, Bayside Middle`;
  await expect(row(page, "Planned 390")).toContainText(promised);

  // once it is undone, the same copy says the same again
  await pressOn(page, page.getByRole("button", { name: "Undo #PL390 copy 2" }));
  await expect(row(page, "Planned 390")).toHaveCount(0);
  await scanByHand(page, writeLabel(planned.copy(1)));
  await expect(row(page, "Planned 390")).toContainText(promised);

  // what nobody waits for goes back to its shelf
  const plain = await parcelAtDesk(library.address, { title: "Plain 390", sku: "DP390", quantity: 1 });
  await scanByHand(page, writeLabel(plain.copy(0)));
  await expect(row(page, "Plain 390")).toContainText("Back on the shelf");
  await expect(row(page, "Plain 390")).not.toContainText("Do not shelve");
});

test("a parcel is opened from its order and by its number, checked in, and judged by one key each, at 390 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sku = "KY390";
  const { clerk, orderId, status } = await parcelAtDesk(library.address, { title: "Keys kit", sku, quantity: 3 });
  await clerk.enter(page);
  await page.goto(`/admin/orderdetails/${orderId}`);
  await pressOn(page, page.getByRole("link", { name: "Check in", exact: true }));
  const parcel = page.getByRole("heading", { name: `Parcel of order #${orderId}` });
  await expect(parcel).toBeVisible();
  await pressOn(page, page.getByRole("button", { name: `Check in #${sku} copy 2` }));
  const newest = row(page, "2 of 3 still out");
  await expect(newest).toContainText(`#${sku} copy 2`);
  for (const [key, condition] of [
    ["w", "Worn"],
    ["p", "Parts missing"],
    ["d", "Damaged"],
    ["g", "Good"],
  ] as const) {
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press(key);
    await expect(newest.getByRole("radio", { name: condition })).toBeChecked();
  }
  await expect(newest).toContainText("Back on the shelf");

  await pressOn(page, page.getByRole("button", { name: "Close" }));
  await expect(parcel).toBeHidden();
  await tabOnTo(page, field(page));
  await page.keyboard.type(`order ${orderId}`);
  await page.keyboard.press("Enter");
  await expect(parcel).toBeVisible();
  await pressOn(page, page.getByRole("button", { name: "Check in all 2 copies" }));
  await expect(page.getByText("Everything is back.")).toHaveCount(3);
  await expect.poll(status).toBe("Returned");
});
