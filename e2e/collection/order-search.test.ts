import { readFile } from "node:fs/promises";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { orderedOn } from "#e2e/steps/ordering.ts";
import { pressWith, selectWith, typeWith } from "#e2e/steps/keyboard.ts";
import { expectNoSidewaysScroll } from "#e2e/steps/screens.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

for (const [width, hand] of [
  [1280, "keyboard"],
  [390, "pointer"],
] as const) {
  test(`orders are found by words, narrowed, sorted, kept in the address and downloaded, by ${hand} at ${width} px`, async ({
    page,
    library,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const clerk = await clerkOf(library.address);
    const { id } = await stock(clerk, { title: `Lungs and hearts ${width}`, sku: `OS${width}` }, 3);
    const orders: number[] = [];
    for (const [name, day] of Object.entries({ first: "2026-01-01", second: "2026-01-02" })) {
      const borrower = await newBorrower(library.address, `search-${width}-${name}`, {
        borrowerName: `Otilia ${name}`,
      });
      const { data: cart } = await borrower.tell<{ data: string }>(`Cart/AddItemToCart/${id}/1/false`);
      const { id: orderId } = await borrower.tell<{ id: number }>(`Order/SaveOrder/0/${cart}`);
      await orderedOn(library.address, orderId, day);
      orders.push(orderId);
    }
    await clerk.tell("Order/UpdateOrder/", {
      orderId: orders[1],
      statusId: 3,
      returnDate: "2026-01-15",
      shipDate: "2026-01-02",
    });
    const shown = page.getByRole("link", { name: /^Order #\d+$/ });
    await clerk.enter(page);
    await page.goto("/admin/orderlist");
    await typeWith(hand, page, page.getByRole("searchbox", { name: "Find orders" }), `otilia hearts ${width}`);
    await page.keyboard.press("Enter");
    await expect(shown).toHaveText([`Order #${orders[1]}`, `Order #${orders[0]}`]);
    await expectAccessible(page);
    await selectWith(hand, page, page.getByRole("combobox", { name: "First in the list" }), "Oldest");
    await pressWith(hand, page, page.getByRole("button", { name: "Sort" }));
    await expect(shown).toHaveText([`Order #${orders[0]}`, `Order #${orders[1]}`]);
    await expect(page).toHaveURL(/sort=oldest/);
    await page.reload();
    await expect(page.getByRole("searchbox", { name: "Find orders" })).toHaveValue(`otilia hearts ${width}`);
    await expect(shown).toHaveText([`Order #${orders[0]}`, `Order #${orders[1]}`]);

    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV" }).click(),
    ]);
    const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines.slice(1).map((line) => Number(line.split(",")[0]))).toEqual(orders);

    await selectWith(hand, page, page.getByRole("combobox", { name: "First in the list" }), "Leaves soonest");
    await pressWith(hand, page, page.getByRole("button", { name: "Sort" }));
    const leaving = page.getByRole("table", { name: "Orders, leaves soonest first" });
    await expect(leaving.getByRole("row").nth(1)).toContainText("Leaves now");
    await expect(shown).toHaveText([`Order #${orders[0]}`, `Order #${orders[1]}`]); // the second has left
    await expect(page).toHaveURL(/sort=leaves/);

    await selectWith(hand, page, page.getByRole("combobox", { name: "Status" }), "Overdue");
    await pressWith(hand, page, page.locator("summary", { hasText: "School and more dates" }));
    await typeWith(hand, page, page.getByRole("textbox", { name: "School or district" }), "nowhere");
    await typeWith(hand, page, page.getByRole("textbox", { name: "Due from" }), "2026-01-15");
    await typeWith(hand, page, page.getByRole("textbox", { name: "Due to" }), "2026-01-14");
    await pressWith(hand, page, page.getByRole("button", { name: "Sort" }));
    await expect(page.getByRole("textbox", { name: "Due to" })).toBeFocused();
    await expect(page.getByText("End date must not be before start date.")).toBeVisible();
    await typeWith(hand, page, page.getByRole("textbox", { name: "Due to" }), "2026-01-15");
    await pressWith(hand, page, page.getByRole("button", { name: "Sort" }));
    await expect(page.getByText("No orders match.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Due to" })).toBeVisible();
    await typeWith(hand, page, page.getByRole("textbox", { name: "School or district" }), "");
    await pressWith(hand, page, page.getByRole("button", { name: "Sort" }));
    await expect(shown).toHaveText([`Order #${orders[1]}`]);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await pressWith(hand, page, page.getByRole("link", { name: "Show all orders" }));
    await expect(page).toHaveURL("/admin/orderlist");
  });
}

test("ten orders are less than three screens on a phone", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  await page.setViewportSize({ width: 390, height: 844 });
  await clerk.enter(page);
  await page.goto("/admin/orderlist");
  const cards = page.getByRole("table").locator("tbody tr");
  await expect(cards.nth(9)).toBeVisible();
  const [first, tenth] = [await cards.first().boundingBox(), await cards.nth(9).boundingBox()];
  const height = (tenth?.y ?? 0) + (tenth?.height ?? 0) - (first?.y ?? 0);
  expect(height).toBeGreaterThan(500);
  expect(height).toBeLessThan(2500);
});
