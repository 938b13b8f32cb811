import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { expectNoSidewaysScroll, narrow, wide } from "#e2e/steps/screens.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

test("a list that cannot be refreshed keeps its rows, says so above them, and is refreshed when tried again", async ({
  page,
  library,
}) => {
  test.setTimeout(180_000);
  const clerk = await clerkOf(library.address);
  await stock(clerk, { title: "A title for the audit", sku: "RFRSH" });
  await clerk.enter(page);
  let later = Date.now();
  const again = page.getByRole("button", { name: "Try again" });
  const note = page.getByText("This couldn’t be refreshed.");
  for (const [place, call] of [
    ["orderlist", "**/api/Order/GetOrdersBySearchFilters"],
    ["audit", "**/api/Audit/GetEntries*"],
    ["inventorylist", "**/api/Inventory/GetInventoryBySearchParams*"],
  ] as const) {
    await test.step(place, async () => {
      await page.goto(`/admin/${place}`);
      const table = page.getByRole("table").first();
      const row = table.getByRole("row").nth(1);
      await expect(row).toBeVisible();
      const before = await table.innerText();

      await page.route(call, (route) => route.fulfill({ status: 503, json: { isSuccess: false, message: "Busy" } }));
      // the data is stale, and the window regains the focus
      await page.clock.setFixedTime((later += 600_000));
      await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
      await expect(note.first()).toBeVisible();
      expect(await table.innerText()).toBe(before);
      for (const screen of [narrow, wide]) {
        await page.setViewportSize(screen);
        await expectNoSidewaysScroll(page);
      }
      await expectAccessible(page);

      await page.unroute(call);
      // a screen with two lists has two notes
      for (let left = await note.count(); left > 0; left--) {
        await again.first().click();
        await expect(note).toHaveCount(left - 1);
      }
      await expect(row).toBeVisible();
    });
  }
});
