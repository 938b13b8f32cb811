import type { Page, Request } from "@playwright/test";
import { callerAt } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { expectNoSidewaysScroll, expectWholeNames, moveTo, narrow, narrowest, wide } from "#e2e/steps/screens.ts";
import { type StandIn, standInFor } from "#e2e/steps/stand-in.ts";
import { expect, findByAxe, test } from "#e2e/test.ts";
import { expectWhole, reader, type Screen, screensOf, spacing } from "./every-screen.ts";
import { badStops, cutTexts, edgesOf, misreadTitles, movingParts, statesByColor, withoutEdge } from "./looks.ts";
import { shapes } from "./shapes.ts";
import { type Data, dataOf, expectSpanish } from "./untranslated.ts";

// every axe rule, including experimental and AAA ones
const tags = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"];
// AAA requires 7:1 for every text; the goal is AA, whose 4.5:1 is checked by color-contrast and by the tokens' own test
const rules = {
  "color-contrast-enhanced": { enabled: false },
  "p-as-heading": { enabled: false }, // the preview of the home page shows its heading as a paragraph
};
// what a page's width and its colors change
const rulesOfWidth = ["link-in-text-block", "target-size", "scrollable-region-focusable"];
const rulesOfLooks = [...rulesOfWidth, "color-contrast"];

async function expectNoViolations(page: Page, what: string, runOnly: string[] | "all"): Promise<void> {
  const violations = await findByAxe(
    page,
    runOnly === "all"
      ? { runOnly: { type: "tag", values: tags }, rules }
      : { runOnly: { type: "rule", values: runOnly } },
  );
  const problems = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map(({ html }) => html.slice(0, 200)).slice(0, 5),
  }));
  expect.soft(problems, what).toEqual([]);
}

/** Fails on a second indent, titles in the wrong language, broken names, and sideways scrolling. */
async function expectWellMade(page: Page, path: string): Promise<void> {
  expect.soft(await edgesOf(page), `the left edges of ${path}`).toHaveLength(1);
  expect.soft(await misreadTitles(page), `the language of the titles on ${path}`).toEqual([]);
  await expectWholeNames(page);
  await expectNoSidewaysScroll(page);
}

const onDesk = async (page: Page, colorScheme: "light" | "dark" = "light") => {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(wide);
};

const onPhone = async (page: Page) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize(narrow);
};

/** The ten main screens. */
const isMain = ({ who, path }: Screen) =>
  /^(visitor (\/home|\/user\/(home|inventories|viewitem\/1|login))|borrower \/user\/(cartitems|orderlist\/\d+)|admin \/admin\/(dashboard|orderlist|editorder\/\d+))$/.test(
    `${who} ${path}`,
  );

/** Checks a page on a desk, light and in forced colors. */
async function lookOnDesk(page: Page, screen: Screen, name = ".+"): Promise<void> {
  const { path, who } = screen;
  await expect.soft(page, path).toHaveTitle(new RegExp(`^${name} - Health Education Lending Library$`));
  await expectNoViolations(page, path, "all");
  await expectWellMade(page, path);
  await page.emulateMedia({ forcedColors: "active" });
  expect.soft(await withoutEdge(page), `${path}: fields without an edge`).toEqual([]);
  expect.soft(await statesByColor(page), `${path}: states that only color shows`).toEqual([]);
  expect.soft(await badStops(page), `${path}: the focus`).toEqual([]);
  await page.emulateMedia({ forcedColors: "none" });
  if (!isMain(screen)) return;
  const shape = shapes[`${who} ${path.replace(/(editorder\/)\d+$/, "$1:id")}`];
  if (shape) await expect.soft(page.locator("body"), path).toMatchAriaSnapshot(shape);
  expect.soft(await movingParts(page), `${path}: moves, although motion is reduced`).toEqual([]);
}

/** Checks a page dark, on a phone, then at 400% without and with the reader's own text spacing. */
async function lookOnPhone(page: Page, screen: Screen, rulesOnPhone = rulesOfLooks): Promise<void> {
  const { path } = screen;
  await expectNoViolations(page, `${path} on a dark phone`, rulesOnPhone);
  await expectWellMade(page, path);
  await page.setViewportSize({ width: narrowest.width, height: 400 });
  expect.soft(await badStops(page), `${path}: the focus at 400%`).toEqual([]);
  await page.setViewportSize(narrowest);
  await expectRoomForText(page, screen);
  const own = await page.addStyleTag({ content: spacing });
  await expectRoomForText(page, screen);
  await own.evaluate((style) => style.parentNode?.removeChild(style));
}

async function expectRoomForText(page: Page, screen: Screen): Promise<void> {
  await expectNoSidewaysScroll(page);
  expect.soft(await cutTexts(page), `${screen.path}: cut`).toEqual([]);
}

/** Checks a page on a desk in English, then on a phone in Spanish, where a rendered page needs no calls. */
async function lookAtPublicPage(page: Page, screen: Screen, data: Data): Promise<void> {
  const { path } = screen;
  const calls: string[] = [];
  const record = (request: Request) => calls.push(request.url());
  await onDesk(page);
  await page.goto(path);
  await expectWhole(page);
  await lookOnDesk(page, screen);
  await onPhone(page);
  if (!path.startsWith("/admin/")) {
    await page.context().addCookies([{ name: "language", value: "es", url: page.url() }]);
    page.on("request", record);
    await page.goto(path);
    await expectWhole(page);
    page.off("request", record);
    // a search that finds nothing gets its help later
    if (screen.isRendered && !path.endsWith("/zzzz"))
      expect
        .soft(
          calls.filter((url) => url.includes("/api/")),
          `calls of ${path}`,
        )
        .toEqual([]);
    await expectSpanish(page, data);
  }
  await lookOnPhone(page, screen);
  await page.context().clearCookies({ name: "language" });
}

/** The responses that a page gets instead of the library's. */
type Calls = { answer: (path: string) => StandIn };

async function callsOf(page: Page): Promise<Calls> {
  const calls: Calls = { answer: () => undefined };
  await standInFor(page, (path) => calls.answer(path));
  await page.addInitScript(() => {
    // the application's pause before it tries again by itself
    window.setTimeout = new Proxy(window.setTimeout, {
      apply: (wait, self, [run, ms, ...more]) => Number(Reflect.apply(wait, self, [run, ms === 600 ? 0 : ms, ...more])),
    });
  });
  return calls;
}

/** Opens a staff page while its calls fail, and tries again when they succeed. */
async function arriveThroughFailure(page: Page, calls: Calls, path: string): Promise<void> {
  calls.answer = () => ({ status: 503, json: { isSuccess: false, message: "Busy" } });
  await page.goto(path);
  const alerts = page.locator("main [role=alert]", { hasText: "couldn’t load." });
  await alerts.first().waitFor();
  await expectNoSidewaysScroll(page);
  calls.answer = () => undefined;
  for (const again of (await alerts.getByRole("button", { name: "Try again" }).all()).toReversed())
    await again.click({ timeout: 30_000 });
  await alerts.first().waitFor({ state: "detached" });
  await expectWhole(page);
  await expect(alerts).toHaveCount(0);
  await expect(page).toHaveURL(path);
}

/** Returns the names in the staff menu by their address. */
async function menuOf(page: Page): Promise<Map<string, string>> {
  const links = page.getByRole("navigation", { name: "Main" }).locator("a:not([href='/admin/account'])");
  const entries = await links.evaluateAll((all) =>
    all.map((link) => [link.getAttribute("href") ?? "", link.textContent.trim()] as const),
  );
  expect(entries.length).toBeGreaterThan(20);
  expect(new Set(entries.map(([href]) => href)).size).toBe(entries.length);
  return new Map(entries);
}

/** Checks a page on a phone after it recovered from a failure, then on a desk, every second one in dark colors. */
async function lookAtStaffPage(page: Page, calls: Calls, screen: Screen, place: number): Promise<void> {
  const { path } = screen;
  await onPhone(page);
  // the offline page makes no calls
  if (path.includes("/offline/")) await page.goto(path);
  else await arriveThroughFailure(page, calls, path);
  await expectWhole(page);
  await lookOnPhone(page, screen, rulesOfWidth);
  await onDesk(page, place % 2 === 0 ? "light" : "dark");
  const name = (await menuOf(page)).get(path);
  if (name) await expect.soft(page.getByRole("heading", { level: 1 }), path).toHaveText(name);
  await lookOnDesk(page, screen, name);
}

// so that the workers share this file
test.describe.configure({ mode: "parallel" });
test.use({
  bypassCSP: true, // the content policy would block the reader's own style
  expectedFaults: ["Busy"], // background failures are logged to the console
});

for (const who of ["visitor", "borrower"] as const) {
  test(`every page of a ${who} is accessible and fits, in both schemes and languages`, async ({ page, library }) => {
    test.setTimeout(600_000);
    const screens = (await screensOf(library.address)).filter((screen) => screen.who === who);
    if (who === "borrower") await (await callerAt(library.address, { ...reader, userTypeId: 2 })).enter(page);
    const data = dataOf(page, "zzzz", "health", "PDF", "Fresno, CA 93701");
    for (const screen of screens) await test.step(screen.path, () => lookAtPublicPage(page, screen, data));
  });
}

for (const half of [0, 1]) {
  test(`every staff page is accessible, fits, recovers, and is named like its menu entry, half ${half + 1} of 2`, async ({
    page,
    library,
  }) => {
    test.setTimeout(600_000);
    const screens = (await screensOf(library.address)).filter(({ who }) => who === "admin");
    const calls = await callsOf(page);
    await (await clerkOf(library.address)).enter(page);
    for (const [place, screen] of screens.filter((_, at) => at % 2 === half).entries())
      await test.step(screen.path, () => lookAtStaffPage(page, calls, screen, place));
  });
}

test("every empty staff list says what belongs there and what to do next", async ({ page, library }) => {
  const calls = await callsOf(page);
  await (await clerkOf(library.address)).enter(page);
  await page.goto("/admin/account");
  const none = { searchInStockResults: [], searchOutOfStockResults: [], inStockTotal: 0, outOfStockTotal: 0 };
  const add = page.getByRole("link", { name: /^Add / }).last();
  const start = page.getByRole("button", { name: "Start", exact: true });
  for (const [place, call, data, sentence, next] of [
    ["inventorylist", "Inventory/GetInventoryBySearchParams", none, "The inventory is empty.", add],
    ["inventorylist?q=x", "Inventory/GetInventoryBySearchParams", none, "No titles match.", "Show everything"],
    ["dashboard", "Inventory/GetRecentItems", [], "No records found.", add],
    ["news", "News/GetItems", [], "No news yet.", add],
    ["orderlist?status=2", "Order/GetOrdersBySearchFilters", [], "No records to display.", "Show all orders"],
    ["holds", "Waitlist/GetHoldShelf", [], "No copies are on hold.", undefined],
    ["at-risk", "Reservations/GetRisks", [], "No orders are at risk.", undefined],
    ["problems", "Desk/SearchOrders", [], "No reported problems.", "Inspection"],
    ["problems/inspection", "Inspection/GetCopies", [], "Nothing to check.", "Lost and damaged"],
    ["problems/incomplete", "Desk/SearchOrders", [], "No incomplete returns.", "Lost and damaged"],
    ["problems/claims", "Claims/GetClaims", [], "until they are settled.", "Inspection"],
    ["problems/claims?kind=lost", "Claims/GetClaims", [], "No records to display.", "Show all claims"],
    ["inventory-count", "InventoryCount/GetAll", [], "No inventory counts yet.", start],
    ["activity-log/logins?kind=token-forged", "SignInLog/GetEvents", [], "No records to display.", "Show everything"],
    ["synonyms", "Synonyms/GetEntries", [], "Right now, searches only match the words in titles.", add],
    ["synonyms?q=x", "Synonyms/GetEntries", [], "No entry has a word like this.", "Show all entries"],
    ["schools/calendars", "Calendars/GetCalendars", [], "Start with one for all districts", "Add calendar"],
    ["schools/calendars?q=x", "Calendars/GetCalendars", [], "No calendars match.", "Show all calendars"],
    ["activity-log?kind=item", "ActivityLog/GetEntries", [], "No records to display.", "Show everything"],
  ] as const) {
    await test.step(place, async () => {
      // instead of the library's data, which other journeys use
      const empty = { isSuccess: true, data, total: 0, people: [], openCost: "0.00" };
      calls.answer = (path) => (path === `/api/${call}` ? { json: empty } : undefined);
      await moveTo(page, `/admin/${place}`);
      await page.getByText(sentence).waitFor();
      // a list that fills by itself has no next step
      if (next) await (typeof next === "string" ? page.getByRole("link", { name: next }).last() : next).waitFor();
    });
  }
});
