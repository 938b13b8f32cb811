import type { Page } from "@playwright/test";
import { writeLabel } from "#contract/catalog/label-code.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import { shippedOrder } from "#e2e/steps/orders.ts";
import { expectNoSidewaysScroll, narrow } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

const rowOf = (page: Page, words: string | RegExp) => page.getByRole("row").filter({ hasText: words });

test("an order whose last copy is lost says so to staff and to its borrower", async ({ page, library }) => {
  const order = { title: "Lost atlas", sku: "LS201", quantity: 1 };
  const { clerk, borrower, orderId, loans } = await shippedOrder(library.address, order);
  await clerk.tell("Claims/Open", { orderInventoryItemId: (await loans())[0], kind: "lost" });
  await clerk.enter(page);
  await page.goto(`/admin/orderdetails/${orderId}`);
  await expect(page.getByText("Returned", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Closed: 1 lost")).toBeVisible();
  await borrower.enter(page);
  await page.goto(`/user/vieworder/${orderId}`);
  await expect(page.getByText("Closed: 1 lost")).toBeVisible();
});

test("a copy is declared lost, its claim is settled, and the copy is found", async ({ page, library }) => {
  await page.setViewportSize(narrow);
  const sku = "LS101";
  const { clerk, orderId, copy } = await shippedOrder(library.address, { title: "Lost kit", sku, quantity: 2 });
  await clerk.enter(page);
  await page.goto("/admin/orderlist?status=3&sort=oldest");
  await page.getByRole("link", { name: `Order #${orderId}`, exact: true }).click();
  await page.getByRole("button", { name: `Declare lost: #${sku} copy 1` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("The copy comes off this order and out of circulation.");
  await dialog.getByLabel(/^Cost/).fill("twenty");
  await dialog.getByRole("button", { name: "Declare lost" }).click();
  await expect(dialog.getByRole("group", { name: "Please correct the invalid fields." })).toContainText(
    "Cost must be an amount such as 24.50.",
  );
  await dialog.getByLabel(/^Cost/).fill("$24.5");
  await dialog.getByLabel(/^Note/).fill("Left on a bus.");
  await dialog.getByRole("button", { name: "Declare lost" }).click();
  await toast(page, "Declared lost.");
  await expect(rowOf(page, "$24.50")).toContainText("Open");
  await expectNoSidewaysScroll(page);

  // one press undoes a mistake
  await page.getByRole("button", { name: `Undo the claim for #${sku} copy 1` }).click();
  await expect(rowOf(page, "$24.50")).toContainText("Undone");
  await expect(page.getByRole("button", { name: `Declare lost: #${sku} copy 1` })).toBeVisible();

  // claims can also be opened at Returns
  await page.goto(`/admin/returns?order=${orderId}`);
  await page.getByRole("button", { name: `Mark claimed returned: #${sku} copy 2` }).click();
  await dialog.getByRole("button", { name: "Mark claimed returned" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: `#${sku} copy 2` })).toContainText("Claimed returned");
  await page.getByRole("button", { name: `Declare lost: #${sku} copy 2` }).click();
  await dialog.getByRole("button", { name: "Declare lost" }).click();
  await expect(page.getByRole("button", { name: `Declare lost: #${sku} copy 2` })).toBeHidden();
  await expect(page.getByText(`#${sku} copy 2: Lost.`)).toBeVisible();
  await page.getByRole("button", { name: `Undo the claim for #${sku} copy 2` }).click();
  await page.getByRole("button", { name: `Declare lost: #${sku} copy 2` }).click();
  await dialog.getByRole("button", { name: "Declare lost" }).click();
  await expect(page.getByRole("link", { name: /^Claim #\d+$/ })).toBeVisible();

  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "Settle claims" }).click();
  await page.getByRole("searchbox", { name: "Search the claims" }).fill(sku);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(rowOf(page, sku)).toHaveCount(1);
  await rowOf(page, sku).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: /^Claim #/ })).toBeVisible();
  await page.getByLabel("Cost", { exact: true }).fill("30");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("$30.00")).toBeVisible();
  await page.getByRole("link", { name: "Letter to the borrower" }).click();
  await expect(page.getByRole("row", { name: /^Total/ })).toContainText("$30.00");
  await expect(page.getByRole("article")).toContainText(`#${sku} copy 2, order #${orderId} (lost)`);
  await page.getByRole("link", { name: /^Claim #/ }).click();
  await page.getByRole("radio", { name: "Paid" }).check();
  await page.getByLabel(/^Closing note/).fill("Check 12");
  await page.getByRole("button", { name: "Settle claim" }).click();
  await expect(page.getByRole("heading", { name: "Settlement" })).toBeHidden();
  await page.getByRole("button", { name: /^Undo the settlement/ }).click();
  await expect(page.getByRole("heading", { name: "Settlement" })).toBeVisible();

  // the copy turns up
  await page.goto("/admin/returns");
  await expect(page.getByText("Nothing checked in yet.")).toBeVisible();
  await scanByHand(page, writeLabel(copy(2)));
  await expect(page.getByText("This copy was declared lost.")).toBeVisible();
  await page.getByRole("radio", { name: "Damaged" }).check();
  await page.getByRole("button", { name: `Open a claim: #${sku} copy 2` }).click();
  await dialog.getByRole("button", { name: "Open the claim" }).click();
  await expect(page.getByRole("link", { name: /^Claim #\d+$/ })).toBeFocused();
});
