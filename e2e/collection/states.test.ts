import type { Route } from "@playwright/test";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { expectNoSidewaysScroll, expectWholeNames, narrow, wide } from "#e2e/steps/screens.ts";
import { staffScreens } from "./staff-screens.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

test.describe.configure({ mode: "parallel" });
// what is asked for in the background fails too, which is logged to the console
test.use({ faultsMeant: ["Busy"] });

// two tests, because one would take longer than any other
for (const half of ["first", "second"]) {
  test(`every staff screen of the ${half} half shows loading, failure, and recovery`, async ({ page, library }) => {
    test.setTimeout(300_000);
    await (await clerkOf(library.address)).enter(page);
    const screens = (await staffScreens(library.address, half)).filter(
      (_, place) => place % 2 === (half === "first" ? 0 : 1),
    );
    for (const address of screens) {
      await test.step(address, async () => {
        const held: Route[] = [];
        let answer: (route: Route) => Promise<void> = async (route) => void held.push(route);
        await page.route("**/api/**", (route) => answer(route));
        await page.setViewportSize(narrow);
        await page.goto(address);
        await expect(page.getByText(/^Loading /).first()).toBeAttached();

        answer = (route) => route.fulfill({ status: 503, json: { isSuccess: false, message: "Busy" } });
        for (const route of held) await answer(route);
        const again = page.getByRole("main").getByRole("alert").getByRole("button", { name: "Try again" });
        await expect(page.getByRole("main").getByRole("alert").first()).toContainText("couldn’t load.");
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);

        await page.unroute("**/api/**");
        // pressed while it is still trying, it does nothing
        await expect(async () => {
          if (await again.first().isVisible()) await again.first().click();
          await expect(again).toHaveCount(0, { timeout: 1000 });
        }).toPass();
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        await expect(page.getByText(/^Loading /)).toHaveCount(0);
        await expect(page).toHaveURL(address);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectWholeNames(page);
      });
    }
  });
}

test("every empty staff list says what belongs there and what to do next", async ({ page, library }) => {
  test.setTimeout(180_000);
  await (await clerkOf(library.address)).enter(page);
  const none = { searchInStockResults: [], searchOutOfStockResults: [], inStockTotal: 0, outOfStockTotal: 0 };
  const add = page.getByRole("link", { name: /^Add / }).last();
  for (const [place, call, data, said, next] of [
    ["inventorylist", "Inventory/GetInventoryBySearchParams", none, "The inventory is empty.", add],
    ["inventorylist?q=x", "Inventory/GetInventoryBySearchParams", none, "No titles match.", "Show everything"],
    ["dashboard", "Inventory/GetRecentItems", [], "No records found.", add],
    ["news", "News/GetItems", [], "No news yet.", add],
    ["orderlist?status=2", "Order/GetOrdersBySearchFilters", [], "No records to display.", "Show all orders"],
    ["holds", "Queue/GetHoldShelf", [], "Nothing is held.", "Dashboard"],
    ["at-risk", "Promises/GetRisks", [], "Nothing is at risk.", "Dashboard"],
    ["inspection", "Inspection/GetCopies", [], "No copies wait.", "Dashboard"],
    ["cases", "Cases/GetCases", [], "until they are settled.", "Dashboard"],
    ["cases?kind=lost", "Cases/GetCases", [], "No records to display.", "Show all cases"],
    ["stock-take", "StockTake/GetAll", [], "No stock-takes yet.", "Dashboard"],
    ["security?kind=token-forged", "Security/GetEvents", [], "No records to display.", "Show everything"],
    ["thesaurus", "Thesaurus/GetEntries", [], "Searches find only what titles say.", add],
    ["thesaurus?q=x", "Thesaurus/GetEntries", [], "No entry has a word like this.", "Show all entries"],
    ["calendars", "Calendars/GetCalendars", [], "Begin with one for all districts", "Add calendar"],
    [
      "calendars?q=x",
      "Calendars/GetCalendars",
      [],
      "No calendar is for a district with this name.",
      "Show all calendars",
    ],
    ["audit?kind=item", "Audit/GetEntries", [], "No records to display.", "Show everything"],
  ] as const) {
    await test.step(place, async () => {
      // this journey's library is full, and others work in it
      const empty = { isSuccess: true, data, total: 0, people: [], openCost: "0.00" };
      await page.route(`**/api/${call}*`, (route) => route.fulfill({ json: empty }));
      for (const screen of [wide, narrow]) {
        await page.setViewportSize(screen);
        await page.goto(`/admin/${place}`);
        await expect(page.getByText(said)).toBeVisible();
        await expect(typeof next === "string" ? page.getByRole("link", { name: next }).last() : next).toBeVisible();
      }
      await page.unroute(`**/api/${call}*`);
    });
  }
});
