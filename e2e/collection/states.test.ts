import type { Page, Route } from "@playwright/test";
import { administrator } from "#e2e/library.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { expectNoSidewaysScroll, narrow, wide } from "#e2e/steps/screens.ts";
import { asked } from "#e2e/steps/stocking.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

/** A screen, the calls it depends on, and what it shows once they are answered. */
type Screen = { place: string; calls: RegExp; shows: (page: Page) => ReturnType<Page["getByRole"]> };

const table = (name: string) => (page: Page) => page.getByRole("table", { name });
const box = (name: string | RegExp) => (page: Page) =>
  page.getByRole("textbox", { name, exact: typeof name === "string" });
const book = (page: Page) => page.getByRole("radio", { name: "Book" });
const audited = (page: Page) => table("Staff changes, newest first")(page).or(page.getByText("No records to display."));

async function screensOf(page: Page): Promise<Screen[]> {
  const [item] = await asked<{ inventoryId: number }[]>(page, "Inventory/GetRecentItems?itemCount=1");
  const [news] = await asked<{ id: number }[]>(page, "News/GetItems");
  const [order] = await asked<{ orderId: number }[]>(page, "Order/GetOrders?page=1");
  return [
    { place: "inventorylist", calls: /GetInventoryBySearchParams/, shows: table("Titles: In Stock") },
    { place: "item/add", calls: /Code\/GetEvery/, shows: book },
    { place: `item/${item?.inventoryId}`, calls: /Inventory\/Get\/\d/, shows: box("Title") },
    { place: `viewitem/${item?.inventoryId}`, calls: /Inventory\/Get\/\d/, shows: table("Copies of") },
    { place: "news", calls: /News\/GetItems/, shows: table("News, newest first") },
    { place: `editnews/${news?.id}`, calls: /News\/GetItem\/\d/, shows: box("Title") },
    { place: "dashboard", calls: /GetRecentItems|GetNewOrderCount/, shows: table("Recently added items") },
    { place: "audit", calls: /Audit\/GetEntries/, shows: audited },
    { place: "orderlist", calls: /GetOrdersBySearchFilters/, shows: table("Orders, newest first") },
    { place: `orderdetails/${order?.orderId}`, calls: /Order\/Get\/\d/, shows: table("Items of this order") },
    { place: `editorder/${order?.orderId}`, calls: /Order\/Get\/\d/, shows: box(/^Note/) },
  ];
}

/** A server that is slow, then busy, then unreachable, and finally back. */
async function trouble(page: Page, calls: RegExp) {
  let answer: (route: Route) => Promise<void> = async () => {};
  let held: Route[] = [];
  await page.route(calls, (route) => answer(route));
  return {
    slow: () => (answer = async (route) => void held.push(route)),
    busy: async () => {
      answer = (route) => route.fulfill({ status: 503, json: { isSuccess: false, message: "Busy" } });
      for (const route of held) await answer(route);
      held = [];
    },
    outOfReach: () => (answer = (route) => route.abort("internetdisconnected")),
    over: () => page.unroute(calls),
  };
}

test("every staff screen shows loading, failure, and recovery", async ({ page }) => {
  test.setTimeout(300_000);
  await logIn(page, "admin", administrator.userName, administrator.password);
  for (const { place, calls, shows } of await screensOf(page)) {
    await test.step(place, async () => {
      const server = await trouble(page, calls);
      server.slow();
      await page.setViewportSize(narrow);
      await page.goto(`/admin/${place}`);
      await expect(page.getByText(/^Loading /).first()).toBeAttached();
      await expectNoSidewaysScroll(page);

      await server.busy();
      const failed = page.getByRole("main").getByRole("alert").first();
      const again = failed.getByRole("button", { name: "Try again" });
      await expect(failed).toContainText("couldn’t load.");
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      server.outOfReach();
      await page.setViewportSize(wide);
      await Promise.all([page.waitForEvent("requestfailed"), again.click()]);
      await expect(failed).toBeVisible();

      await server.over();
      // pressed while it is still trying, it does nothing
      await expect(async () => {
        if (await again.isVisible()) await again.click();
        await expect(shows(page)).toBeVisible({ timeout: 1000 });
      }).toPass();
      await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    });
  }
});

test("every empty staff list says what belongs there and what to do next", async ({ page }) => {
  test.setTimeout(180_000);
  await logIn(page, "admin", administrator.userName, administrator.password);
  const none = { searchInStockResults: [], searchOutOfStockResults: [], inStockTotal: 0, outOfStockTotal: 0 };
  const add = page.getByRole("link", { name: /^Add / }).last();
  for (const [place, call, data, said, next] of [
    ["inventorylist", "Inventory/GetInventoryBySearchParams", none, "The inventory is empty.", add],
    ["inventorylist?q=x", "Inventory/GetInventoryBySearchParams", none, "No titles match.", "Show everything"],
    ["dashboard", "Inventory/GetRecentItems", [], "No records found.", add],
    ["news", "News/GetItems", [], "No news yet.", add],
    ["orderlist?status=2", "Order/GetOrdersBySearchFilters", [], "No records to display.", "Show all orders"],
    ["audit?kind=item", "Audit/GetEntries", [], "No records to display.", "Show everything"],
  ] as const) {
    await test.step(place, async () => {
      // this journey's library is full, and others work in it
      const empty = { isSuccess: true, data, total: 0, people: [] };
      await page.route(`**/api/${call}*`, (route) => route.fulfill({ json: empty }));
      for (const screen of [wide, narrow]) {
        await page.setViewportSize(screen);
        await page.goto(`/admin/${place}`);
        await expect(page.getByText(said)).toBeVisible();
        await expect(typeof next === "string" ? page.getByRole("link", { name: next }).last() : next).toBeVisible();
        await expectNoSidewaysScroll(page);
      }
      await expectAccessible(page);
      await page.unroute(`**/api/${call}*`);
    });
  }
});
