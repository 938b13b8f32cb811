import type { Page } from "@playwright/test";
import { newOrder, shippedOrder } from "#e2e/steps/orders.ts";
import { expect, test } from "#e2e/test.ts";

const numbers = (page: Page) => page.getByRole("list", { name: "Today’s work" }).getByRole("link");

/** Reads the numbers of the dashboard once they have loaded. */
async function readNumbers(page: Page): Promise<{ name: string; count: number }[]> {
  await expect(numbers(page)).toHaveCount(15);
  const texts = await numbers(page).allInnerTexts();
  return texts.map((text) => ({ name: text.replace(/^\d+\s+/, ""), count: Number.parseInt(text, 10) }));
}

test("each number of today’s work leads to a list with as many rows", async ({ page, library }) => {
  test.setTimeout(120_000);
  await newOrder(library.address, { title: "Waits", sku: "WN102", quantity: 1 });
  const item = { title: "Half back", sku: "WH102", quantity: 2 };
  const { clerk, copy, loans } = await shippedOrder(library.address, item);
  await clerk.tell("Returns/CheckIn", copy(1));
  const [loan] = await loans();
  await clerk.tell("Claims/Open", { orderInventoryItemId: loan, kind: "claimed returned" });
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
