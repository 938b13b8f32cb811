import type { Page } from "@playwright/test";
import { orderAtDesk, packageAtDesk } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";

const numbers = (page: Page) => page.getByRole("list", { name: "Today’s work" }).getByRole("link");

/** Reads the numbers of the dashboard once they have loaded. */
async function readNumbers(page: Page): Promise<{ name: string; count: number }[]> {
  await expect(numbers(page)).toHaveCount(15);
  const texts = await numbers(page).allInnerTexts();
  return texts.map((text) => ({ name: text.replace(/^\d+\s+/, ""), count: Number.parseInt(text, 10) }));
}

test("each number of today’s work leads to a list with as many rows, at 1280 px", async ({ page, library }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1280, height: 844 });
  await orderAtDesk(library.address, { title: "Waits", sku: "WN1280", quantity: 1 });
  const { clerk, orderId, copy } = await packageAtDesk(library.address, {
    title: "Half back",
    sku: "WH1280",
    quantity: 2,
  });
  await clerk.tell("Returns/CheckIn", { inventoryItemId: copy(0).inventoryItemId });
  const order = await clerk.ask<{ orderItems: { orderInventoryItems: { orderInventoryItemId: number }[] }[] }>(
    `Order/Get/${orderId}`,
  );
  const out = order.orderItems[0]?.orderInventoryItems[0]?.orderInventoryItemId;
  await clerk.tell("Claims/Open", { orderInventoryItemId: out, kind: "claimed returned" });
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  const work = await readNumbers(page);
  expect(work.filter(({ count }) => count > 0).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["To pack", "Overdue more than 30 days", "Incomplete", "Open claims"]),
  );
  await expect(page.getByText("No mail server is set up, so no emails go out.")).toBeVisible();
  for (const name of ["To pack", "To ship"])
    await expect(numbers(page).filter({ hasText: name })).toHaveAttribute("href", /sort=leaves/);
  for (const { name, count } of work) {
    await numbers(page).filter({ hasText: name }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeHidden();
    const many = page.getByText(`of ${count} results`);
    const none = page.getByText(
      /^(?:No records to display|Nothing to check|No copies are on hold|No orders are at risk)\.$/,
    );
    await expect((count > 0 ? many : none).first(), `${count} ${name}`).toBeVisible();
    await page.goBack();
    await expect(numbers(page)).toHaveCount(15);
  }
});
