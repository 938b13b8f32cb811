import type { Locator } from "@playwright/test";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";

test("chosen copies go from inspection to the shelf at once, and back by Undo, by pointer at 390 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const tick = (box: Locator) => box.check();
  const clerk = await clerkOf(library.address);
  const sku = "MI390";
  const { copies } = await stock(clerk, { title: "Many inspected 390", sku }, 3);
  const inventoryItemIds = copies.map(({ inventoryItemId }) => inventoryItemId);
  await clerk.tell("Inspection/MoveMany", { inventoryItemIds, from: "shelf", to: "inspection" });
  await clerk.enter(page);
  await page.goto("/admin/inspection");
  const rows = page.getByRole("row").filter({ hasText: `#${sku} copy` });
  await expect(rows).toHaveCount(3);
  const toShelf = page.getByRole("button", { name: "To the shelf: the chosen copies" });
  await expect(toShelf).toBeDisabled();
  for (const copy of [1, 2, 3]) await tick(page.getByRole("checkbox", { name: `Choose #${sku} copy ${copy}` }));
  // a colleague was quicker with the last one
  await clerk.tell(`Inspection/Move/${inventoryItemIds[2]}`, { from: "inspection", to: "repair" });
  await toShelf.click();
  await expect(page.getByText("2 copies are back on their shelves.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Copies that stay" }).getByRole("listitem")).toHaveText([
    new RegExp(`^#${sku} copy 3: .*\\.$`),
  ]);
  await expect(rows).toHaveCount(0);
  await page.getByRole("button", { name: "Undo: 2 copies" }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByText("2 copies are back on their shelves.")).toBeHidden();
});

test("letters of chosen cases are printed, one for each borrower, and mailed, by pointer at 390 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const tick = (box: Locator) => box.check();
  const clerk = await clerkOf(library.address);
  const name = "Letterman390";
  const cases = [];
  for (const sku of ["MA390", "MB390"]) {
    const lent = { title: `Many lost ${sku}`, sku, quantity: 2, borrowerName: name };
    const { orderId } = await shippedOrder(clerk, lent);
    const order = await clerk.ask<{ orderItems: { orderInventoryItems: { orderInventoryItemId: number }[] }[] }>(
      `Order/Get/${orderId}`,
    );
    for (const { orderInventoryItemId } of order.orderItems.flatMap((line) => line.orderInventoryItems)) {
      const body = { orderInventoryItemId, kind: "lost", cost: "12.50", note: "" };
      const { data } = await clerk.tell<{ data: { caseId: number } }>("Cases/Open", body);
      cases.push(data.caseId);
    }
  }
  await clerk.enter(page);
  await page.goto(`/admin/cases?q=${name}`);
  await expect(page.getByRole("button", { name: "Email letters" })).toBeDisabled();
  await tick(page.getByRole("checkbox", { name: "All 4 shown" }));
  await expect(page.getByRole("checkbox", { name: "4 of 4 chosen" })).toBeChecked();
  await page.getByRole("button", { name: "Email letters" }).click();
  const outcomes = page.getByRole("list", { name: "What became of each letter" }).getByRole("listitem");
  await expect(outcomes).toHaveText(
    cases.toReversed().map((id) => `Case #${id}: This letter can’t be mailed. Print it instead.`),
  );
  await expect(page.getByRole("checkbox", { name: "All 4 shown" })).not.toBeChecked();
  await tick(page.getByRole("checkbox", { name: "All 4 shown" }));
  await page.getByRole("link", { name: "Letters of the chosen cases" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Letters" })).toBeVisible();
  const letters = page.getByRole("article");
  await expect(letters).toHaveCount(2);
  for (const letter of await letters.all()) {
    await expect(letter).toContainText(name);
    await expect(letter.getByRole("row").last()).toContainText("$25.00");
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(letters.last()).toHaveCSS("break-before", "page");
});
