import type { Page } from "@playwright/test";
import { writeLabel } from "#contract/catalog/label-code.ts";
import { scanByHand, tabTo } from "#e2e/steps/keyboard.ts";
import { askDatabaseOf } from "#e2e/library.ts";
import { newOrder, shippedOrder } from "#e2e/steps/orders.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

const box = (page: Page) => page.getByRole("combobox", { name: "Scan or find anything" });
const options = (page: Page) => page.getByRole("listbox", { name: "Matches" }).getByRole("option");
const best = (page: Page) => options(page).first();
const toast = (page: Page, words: string | RegExp) => page.locator("[data-toast-region]").getByText(words);
const scans = (page: Page) => page.getByRole("region", { name: "Scans of this session" });
const showScans = (page: Page) => page.getByRole("button", { name: /^Scans/ }).click();

/** Returns a label with a copy's previous SKU, which it adds to the database. */
async function formerLabel(address: string, inventoryItemId: number): Promise<string> {
  await askDatabaseOf(address, `insert into former_skus (copy_id, sku_number) values (${inventoryItemId}, 'OLD1')`);
  return writeLabel({ inventoryItemId, skuNumber: "OLD1" });
}

test("a copy is checked in by its label on any page, and in the scan box itself", async ({ page, library }) => {
  await page.setViewportSize(narrow);
  const sku = "SB101";
  const { clerk, copy, status } = await shippedOrder(library.address, {
    title: "Skeleton",
    sku,
    quantity: 2,
  });
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await expect(box(page)).toBeVisible();
  await scanByHand(page, writeLabel(copy(1)));
  await expect(toast(page, `Checked in: Skeleton, #${sku} copy 1. Back on the shelf. 1 of 2 still out.`)).toBeVisible();
  await expect(page).toHaveURL("/admin/dashboard");
  // in the box itself, with a label that is out of date
  await box(page).focus();
  await scanByHand(page, await formerLabel(library.address, copy(2).inventoryItemId));
  await expect(
    toast(page, /copy 2\. .* Everything is back\. This label is out of date\. Print a new one\./),
  ).toBeVisible();
  await expect(box(page)).toHaveValue("");
  await expect.poll(status).toBe("Returned");
  await showScans(page);
  await expect(scans(page).getByRole("listitem")).toHaveCount(2);
  await scanByHand(page, "no such thing");
  await expect(toast(page, "Nothing found for “no such thing”.")).toBeVisible();
  await scanByHand(page, writeLabel({ inventoryItemId: 999_999, skuNumber: "B1" }));
  await expect(toast(page, /^None of this library’s copies has this label\./)).toBeVisible();
});

test("the scan box lists the matches of a text, and Enter takes the best one", async ({ page, library }) => {
  await page.setViewportSize(narrow);
  const sku = "SK101";
  const order = { title: "Lungs", sku, quantity: 1, borrowerName: "Wilhelmina Quist" };
  const { clerk, orderId, copy, status } = await shippedOrder(library.address, order);
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await expect(box(page)).toBeVisible();
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("quist");
  await expect(best(page)).toContainText(`Open order #${orderId}`);
  await expect(options(page).filter({ hasText: "Show borrower Wilhelmina Quist" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/admin/orderdetails/${orderId}`);
  await expect(page.getByRole("heading", { level: 1, name: `Order #${orderId}` })).toBeFocused();
  // a typed copy that is on loan is checked in
  await page.keyboard.press("/");
  await page.keyboard.type(`${sku} copy 1`);
  await expect(best(page)).toContainText("Check in");
  await page.keyboard.press("ArrowDown");
  await expect(options(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(toast(page, /^Checked in/)).toBeVisible();
  await expect.poll(status).toBe("Returned");
  // an Enter that comes before the answer waits for it
  await page.keyboard.press("/");
  await page.keyboard.type(`#${sku}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`copy=${copy(1).inventoryItemId}|/admin/viewitem/`));

  await page.goto("/admin/activity-log");
  const search = page.getByRole("searchbox", { name: "Search the activity log" });
  await search.fill("");
  await search.pressSequentially("a/b");
  await expect(search).toHaveValue("a/b");
  await box(page).fill("zzzz nobody");
  await expect(options(page)).toHaveText([/^Search all orders/, /^Search borrowers/, /^Search inventory/]);
  await page.keyboard.press("Escape");
  await expect(options(page)).toHaveCount(0);
});

test("a copy that an order needs is checked out by its label, and the check-out is undone", async ({
  page,
  library,
}) => {
  await page.setViewportSize(narrow);
  const sku = "WF101";
  const title = "Wanted right away";
  const { clerk, orderId, copy } = await newOrder(library.address, { title, sku, quantity: 1 });
  const order = async () =>
    (await clerk.ask<{ orderItems: { orderInventoryItems: object[] }[] }>(`Order/Get/${orderId}`)).orderItems.flatMap(
      ({ orderInventoryItems }) => orderInventoryItems,
    );
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await expect(box(page)).toBeVisible();
  await scanByHand(page, writeLabel(copy(1)));
  await expect(toast(page, new RegExp(`^Checked out: ${title}, #${sku} copy 1, to order #${orderId}, `))).toBeVisible();
  expect(await order()).toHaveLength(1);
  await showScans(page);
  await tabTo(page, "button", new RegExp(`^Undo: Checked out: ${title}`));
  await page.keyboard.press("Enter");
  await expect(toast(page, `Undone: #${sku} copy 1 is on the shelf again.`)).toBeVisible();
  expect(await order()).toHaveLength(0);
  // for typed text, showing the copy comes first
  await page.keyboard.press("Escape");
  await box(page).fill(`${sku} copy 1`);
  await expect(best(page)).toContainText(`Show #${sku} copy 1`);
  await expect(options(page).nth(1)).toContainText(`Check out to order #${orderId}`);
});
