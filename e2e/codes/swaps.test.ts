import type { Page } from "@playwright/test";
import { writeLabel } from "#contract/catalog/labels.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import { packageAtDesk } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";

const row = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words });

test("the wrong copy of the right title is swapped and checked in with one press", async ({ page, library }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sku = "SW390";
  const { clerk, orderId, copy, status } = await packageAtDesk(library.address, { title: "Kit", sku, quantity: 1 });
  await clerk.tell("Inventory/AddReferenceNumber", {
    ...(await clerk.ask<object>(`Inventory/Get/${(await titleOf(clerk, copy(0).inventoryItemId)).inventoryId}`)),
    copies: 1,
  });
  const { inventoryItems } = await titleOf(clerk, copy(0).inventoryItemId);
  const spare = inventoryItems[1];
  if (!spare) throw new Error("There is no second copy.");
  await clerk.enter(page);
  await page.goto("/admin/returns");
  await expect(page.getByText("Nothing checked in yet.")).toBeVisible();
  await scanByHand(page, writeLabel(spare));
  await expect(page.getByRole("alert")).toContainText("This copy isn’t checked out. It belongs on the shelf.");
  const press = page.getByRole("button", { name: `Swap and check in: sent instead of #${sku} copy 1` });
  await expect(press).toBeVisible();
  await press.press("Enter");
  await expect(row(page, "Everything is back.")).toContainText(`#${sku} copy 2`);
  await expect(page.getByText(`Order #${orderId} had #${sku} copy 2. #${sku} copy 1 is on the shelf.`)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0); // the refusal is gone
  await expect.poll(status).toBe("Returned");
  // one Undo takes both back
  const isAsItWas = async () => {
    await expect(page.getByText("Nothing checked in yet.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Undo the swap/ })).toHaveCount(0);
    await expect.poll(() => copiesOf(clerk, orderId)).toEqual([copy(0).inventoryItemId]);
    expect(await status()).toBe("Shipped");
  };
  await page.getByRole("button", { name: `Undo #${sku} copy 2`, exact: true }).press("Enter");
  await isAsItWas();
  // the same on the order's page
  await page.goto(`/admin/editorder/${orderId}`);
  await expect(page.getByRole("list", { name: "Copies checked out" })).toContainText(`#${sku} copy 1`);
  await scanByHand(page, writeLabel(spare));
  await page.getByRole("button", { name: `Swap with #${sku} copy 1` }).press("Enter");
  await expect(page.getByRole("list", { name: "Copies checked out" })).toContainText(`#${sku} copy 2`);
  await expect(page.getByRole("row", { name: new RegExp(`#${sku} copy 2`) })).toContainText("on the shelf");
  await page.getByRole("button", { name: `Undo the swap of #${sku} copy 2` }).press("Enter");
  await expect(page.getByRole("list", { name: "Copies checked out" })).toContainText(`#${sku} copy 1`);
});

type Clerk = Awaited<ReturnType<typeof packageAtDesk>>["clerk"];
type TitleAndCopies = { inventoryId: number; inventoryItems: { inventoryItemId: number; skuNumber: string }[] };

async function titleOf(clerk: Clerk, copyId: number): Promise<TitleAndCopies> {
  const { inventoryId } = await clerk.ask<TitleAndCopies>(`Inventory/GetInventoryItemById/${copyId}`);
  return clerk.ask<TitleAndCopies>(`Inventory/Get/${inventoryId}`);
}

async function copiesOf(clerk: Clerk, orderId: number): Promise<number[]> {
  const { orderItems } = await clerk.ask<{
    orderItems: { orderInventoryItems: { inventoryItem: { inventoryItemId: number } }[] }[];
  }>(`Order/Get/${orderId}`);
  return orderItems.flatMap((line) =>
    line.orderInventoryItems.map(({ inventoryItem }) => inventoryItem.inventoryItemId),
  );
}
