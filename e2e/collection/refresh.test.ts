import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

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
      }

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

test("what is typed while a list is fetched stays in its field", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  await clerk.enter(page);
  for (const [place, call, empty] of [
    ["orderlist", "**/api/Order/GetOrdersBySearchFilters", "No orders match."],
    ["audit", "**/api/Audit/GetEntries*", "No changes match these filters."],
    ["inventorylist", "**/api/Inventory/GetInventoryBySearchParams*", "No titles match."],
    ["labels", "**/api/Labels/GetCopies*", "No copies match."],
    ["borrowers", "**/api/Borrowers/Search*", "No borrowers match."],
    ["cases", "**/api/Cases/GetCases*", "No cases match these filters."],
  ] as const) {
    await test.step(place, async () => {
      await page.goto(`/admin/${place}`);
      const field = page.getByRole("main").getByRole("searchbox").first();
      let held = 0;
      await page.route(call, () => (held += 1));
      await field.fill("nothing is called this");
      await field.press("Enter");
      await expect(page).toHaveURL(/q=nothing/);
      await field.fill("typed while it loads");
      await expect.poll(() => held).toBeGreaterThan(0);
      await page.unroute(call); // and now it is sent
      await expect(page.getByText(empty).first()).toBeVisible();
      await expect(field).toHaveValue("typed while it loads");
    });
  }
});
