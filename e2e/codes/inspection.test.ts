import { writeLabel } from "#contract/catalog/labels.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import { packageAtDesk } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";

test("a damaged copy goes to inspection, to repair, and back to its shelf, by keyboard", async ({ page, library }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [sku, title] = ["IN390", "Inspected 390"];
  const { clerk, copy } = await packageAtDesk(library.address, { title, sku, quantity: 1 });
  await clerk.enter(page);
  await page.goto("/admin/returns");
  await expect(page.getByText("Nothing checked in yet.")).toBeVisible();
  await scanByHand(page, writeLabel(copy(0)));
  await page.getByRole("radio", { name: "Damaged" }).check();
  await expect(page.getByText("Send to inspection", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Inspection", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Inspection" })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: `#${sku} copy 1` });
  await expect(row).toContainText("damaged");
  await expect(row).toContainText("Kings River School");

  await page.getByRole("button", { name: `Send to repair: #${sku} copy 1` }).press("Enter");
  await expect(page.getByText(`#${sku} copy 1 is in repair.`)).toBeVisible();
  await expect(row).toBeHidden();
  await page.getByRole("button", { name: `Undo: #${sku} copy 1` }).press("Enter");
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: `Send to repair: #${sku} copy 1` }).press("Enter");
  await expect(row).toBeHidden();

  await page.goto("/admin/dashboard");
  await page
    .getByRole("list", { name: "Today’s work" })
    .getByRole("link", { name: /Inspection$/ })
    .press("Enter");
  await page.getByLabel("State").selectOption("In repair");
  await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
  await expect(page).toHaveURL(/state=repair/);
  await page.getByRole("button", { name: `Return to shelf: #${sku} copy 1` }).press("Enter");
  await expect(page.getByText(`#${sku} copy 1 is back on its shelf`)).toBeVisible();
  await expect(row).toBeHidden();
  const { isAvailable } = await clerk.ask<{ isAvailable: boolean }>(
    `Inventory/GetInventoryItemById/${copy(0).inventoryItemId}`,
  );
  expect(isAvailable).toBe(true);
});
