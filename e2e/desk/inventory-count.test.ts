import type { Page } from "@playwright/test";
import { writeLabel } from "#contract/catalog/label-code.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { pressOn, scanByHand, tabTo } from "#e2e/steps/keyboard.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { shippedOrder } from "#e2e/steps/orders.ts";
import { expect, test } from "#e2e/test.ts";

type Copy = { inventoryItemId: number; skuNumber: string };

/** Adds a title with copies at a shelf location. */
async function stockShelf(address: string, sku: string, shelfLocation: string, copies: number): Promise<Copy[]> {
  const clerk = await clerkOf(address);
  const words = { title: `Shelved ${sku}`, referenceNumber: sku, description: "To count." };
  const codes = { categoryId: 1, subjectId: 1, gradeId: 63 };
  const { id } = await clerk.tell<{ id: number }>("Inventory/AddReferenceNumber", {
    ...words,
    ...codes,
    shelfLocation,
    copies,
  });
  return (await clerk.ask<{ inventoryItems: Copy[] }>(`Inventory/Get/${id}`)).inventoryItems;
}
/** Adds a title whose one copy is in repair. */
async function stockInRepair(address: string, sku: string): Promise<Copy | undefined> {
  const clerk = await clerkOf(address);
  const { id, copies } = await stock(clerk, { title: `Repaired ${sku}`, sku });
  const inventoryItems = copies.map((copy) => ({ ...copy, isInactive: true, inactiveReason: "repair" }));
  await clerk.tell(`Inventory/UpdateInventory/${id}`, { ...(await clerk.ask(`Inventory/Get/${id}`)), inventoryItems });
  return copies[0];
}
const scan = (page: Page, copy: Copy | undefined) =>
  scanByHand(page, writeLabel(copy ?? { inventoryItemId: 0, skuNumber: "" }));
const message = (page: Page, words: string | RegExp) => page.getByRole("main").getByText(words).first();

test("staff count a shelf offline, even after closing the tab", async ({ page: first, context, library }) => {
  const [sku, place] = ["ST101", "Q101"];
  const copies = await stockShelf(library.address, sku, place, 5);
  const [elsewhere] = await stockShelf(library.address, "SZ101", "Z101", 1);
  const clerk = await clerkOf(library.address);
  const repairCopy = await stockInRepair(library.address, "SQ101");
  await first.setViewportSize(narrow);
  await clerk.enter(first);
  await first.goto("/admin/inventory-count");
  await tabTo(first, "combobox", /^Shelf location/);
  await first.keyboard.type(place);
  await first.keyboard.press("Enter");
  await expect(first.getByRole("heading", { level: 1, name: new RegExp(`Shelf ${place}$`) })).toBeVisible();
  const address = first.url();

  await scan(first, copies[0]);
  await expect(message(first, "Found")).toBeVisible();
  await scan(first, copies[0]);
  await expect(message(first, "Already counted")).toBeVisible();
  await tabTo(first, "textbox", "Copy");
  await first.keyboard.type(`${sku} copy 2`);
  await first.keyboard.press("Enter");
  await expect(message(first, "2 of 5")).toBeVisible();
  await scan(first, elsewhere);
  await expect(message(first, "Misplaced: it belongs at Z101")).toBeVisible();
  await scan(first, repairCopy);
  await expect(message(first, "Unexpected: it is inactive (repair)")).toBeVisible();
  await scan(first, { inventoryItemId: 999_999, skuNumber: "no" });
  await expect(message(first, "Unknown code")).toBeVisible();

  await context.setOffline(true);
  // with Caps Lock, and then set to a Russian keyboard
  await scanByHand(first, `]Q1${writeLabel(copies[2] ?? { inventoryItemId: 0, skuNumber: "" }).toUpperCase()}`);
  await scanByHand(first, "ХЭштмутещкнШеуьШвЭЖ12бЭылгТгьиукЭЖЭИ1ЭЪ");
  await expect(message(first, "The scanner is set to a different keyboard layout.")).toBeVisible();
  await scan(first, copies[3]);
  await expect(message(first, "2 scans are not sent yet.")).toBeVisible();
  await expect(message(first, "The library can’t be reached.")).toBeVisible();
  await first.close();

  const page = await context.newPage();
  await page.setViewportSize(narrow);
  await page.route("**/api/InventoryCount/SendScans/**", (route) => route.abort());
  await context.setOffline(false);
  await clerk.enter(page);
  await page.goto(address);
  await expect(message(page, "2 scans are not sent yet.")).toBeVisible();
  await page.getByRole("button", { name: "Close inventory count" }).press("Enter");
  await expect(message(page, "This browser still has 2 scans of yours to send.")).toBeVisible();
  await page.unroute("**/api/InventoryCount/SendScans/**");
  await expect(message(page, "4 of 5")).toBeVisible();
  await expect(message(page, "not sent yet.")).toBeHidden();

  await page.getByRole("button", { name: `Undo the scan of #${sku} copy 4` }).press("Enter");
  await expect(message(page, "3 of 5")).toBeVisible();
  await scan(page, copies[3]);
  await expect(message(page, "4 of 5")).toBeVisible();
  await page.getByRole("button", { name: "Close inventory count" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Close inventory count" }).press("Enter");
  await expect(message(page, "Closed by")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: `#${sku} copy 5` });
  await expect(row).toContainText("Not seen");
  await page.getByRole("button", { name: `Mark missing: #${sku} copy 5` }).press("Enter");
  await expect(row).toContainText("Inactive (lost)");
  await page.getByRole("button", { name: `Undo: #${sku} copy 5` }).press("Enter");
  await expect(row).toContainText("Not seen");
  await page.getByRole("button", { name: "Mark all missing" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Mark missing" }).press("Enter");
  await expect(message(page, "1 copy marked missing.")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Undo all marks" }).press("Enter");
  await expect(row).toContainText("Not seen");
  await expect(page.getByRole("button", { name: "Mark all missing" })).toBeFocused();
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).press("Enter");
  expect((await file).suggestedFilename()).toMatch(/^inventory-count-\d+-missing-.*\.csv$/);
  await page.getByRole("link", { name: "1 Misplaced" }).press("Enter");
  await expect(page.getByRole("row").filter({ hasText: "#SZ101 copy 1" })).toBeVisible();
  await page.getByRole("link", { name: "1 Unexpected" }).press("Enter");
  const unexpected = page.getByRole("table", { name: "Unexpected, in shelf order" });
  await expect(unexpected.getByRole("row").filter({ hasText: "#SQ101 copy 1" })).toContainText("Inactive (repair)");
  await page.getByRole("button", { name: "Reopen inventory count" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Reopen inventory count" }).press("Enter");
  await expect(page.getByRole("button", { name: "Close inventory count" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Inventory count" }).press("Enter");
  await expect(page.getByRole("row").filter({ hasText: `Shelf ${place}` })).toContainText("Open");
});

test("a copy on loan in the records is found on its shelf and checked in", async ({ page, library }) => {
  const [sku, place] = ["SV101", "SY101"];
  const item = { title: "Out keyboard", sku, quantity: 1 };
  const { clerk, copy, itemId, status } = await shippedOrder(library.address, item);
  await stockShelf(library.address, place, place, 1);
  const { id } = await clerk.tell<{ id: number }>("InventoryCount/Start", { shelfLocation: place });
  const press = (name: string) => pressOn(page, page.getByRole("button", { name, exact: true }));
  await page.setViewportSize(narrow);
  await clerk.enter(page);
  await page.goto(`/admin/inventory-count/${id}?list=out`);
  await expect(message(page, "0 of 1")).toBeVisible();
  await scan(page, copy(1));
  await expect(message(page, "On loan according to our records")).toBeVisible();
  await press(`Check in: #${sku} copy 1`);
  await expect.poll(status).toBe("Returned");
  await press(`Undo: #${sku} copy 1`);
  await expect.poll(status).toBe("Shipped");
  await press("Check in 1 copy");
  await expect(message(page, "1 copy checked in.")).toBeVisible();
  await expect.poll(status).toBe("Returned");

  // the title's page shows when the copy was last seen
  await page.goto(`/admin/viewitem/${itemId}`);
  await expect(page.getByRole("columnheader", { name: "Last seen" })).toBeVisible();
  const lastSeen = page
    .getByRole("row")
    .filter({ hasText: `#${sku} copy 1` })
    .locator("time");
  await expect(lastSeen).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, 20\d\d$/);
});
