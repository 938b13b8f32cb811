import type { Page } from "@playwright/test";
import { callerAt } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import {
  expectNoSidewaysScroll,
  expectWholeNames,
  narrow,
  narrowest,
  onBothScreens,
  wide,
} from "#e2e/steps/screens.ts";
import { type StandIn, standInFor } from "#e2e/steps/stand-in.ts";
import { expect, findByAxe, test } from "#e2e/test.ts";
import { expectWhole, reader, screensOf, spacing, titles } from "./every-screen.ts";
import { type Data, dataOf, expectSpanish } from "./untranslated.ts";

// every axe rule, including experimental and AAA ones
const tags = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"];
// AAA requires 7:1 for every text; the goal is AA, whose 4.5:1 is checked by color-contrast and by the tokens' own test
const rules = {
  "color-contrast-enhanced": { enabled: false },
  "p-as-heading": { enabled: false }, // the preview of the home page shows its heading as a paragraph
};

/** Returns how far the header, the heading, each part of the page, and the footer are from the left edge of their frame. */
const edgesOf = (page: Page) =>
  page.evaluate(() => {
    const heading = document.querySelector("main h1");
    const edge = heading?.getBoundingClientRect().left ?? 0;
    let around = heading?.parentElement; // ends as the first padded ancestor
    while (around && around.getBoundingClientRect().left >= edge) around = around.parentElement;
    const parts = [
      { part: document.querySelector("header > div > :first-child") },
      { part: heading, frame: around },
      ...[...(around?.children ?? [])].map((part) => ({ part, frame: around })),
      { part: document.querySelector("footer > div:last-child > :first-child") },
    ];
    const edges = parts.flatMap(({ part, frame = part?.parentElement }) => {
      const { left = 0, width = 0 } = part?.getBoundingClientRect() ?? {};
      return width > 1 ? Math.round(left - (frame?.getBoundingClientRect().left ?? 0)) : [];
    });
    return [...new Set(edges)];
  });

/** Returns the elements that mark a title with the wrong language (WCAG 3.1.2). */
const misreadTitles = (page: Page) =>
  page.evaluate((languages) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const elements: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const language = languages.find(([, title]) => title === text.textContent?.trim())?.[0];
      const around = text.parentElement?.closest("[lang], ins, del"); // the activity log has input in any language
      if (language !== undefined && around?.matches("[lang]") && around.getAttribute("lang") !== language)
        elements.push(text.parentElement?.outerHTML ?? "");
    }
    return elements;
  }, Object.entries(titles));

/** The responses that a page gets instead of the library's. */
type Calls = { answer: (path: string) => StandIn | Promise<StandIn> };

async function callsOf(page: Page): Promise<Calls> {
  const calls: Calls = { answer: () => undefined };
  await standInFor(page, (path) => calls.answer(path));
  return calls;
}

/** Opens a staff page while its calls wait, then fail, then succeed. */
async function arriveThroughFailure(page: Page, calls: Calls, path: string): Promise<void> {
  let fail = () => {};
  const failure = new Promise<StandIn>((resolve) => {
    fail = () => resolve({ status: 503, json: { isSuccess: false, message: "Busy" } });
  });
  calls.answer = () => failure;
  await page.goto(path);
  // not by an expectation, here and below, because it polls less and less often
  const loading = page.getByText(/^Loading /).first();
  await loading.waitFor({ state: "attached" });

  fail();
  const alert = page.getByRole("main").getByRole("alert");
  await alert.filter({ hasText: "couldn’t load." }).first().waitFor();
  await expectNoSidewaysScroll(page);
  await expectNoViolations(page, `${path} that failed`, "main"); // the rest is the same as on the loaded page

  calls.answer = () => undefined;
  const again = alert.getByRole("button", { name: "Try again" });
  // a press during a retry does nothing
  await expect(async () => {
    if (await again.first().isVisible()) await again.first().click();
    await expect(again).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await expectWhole(page);
  await expect(loading).toHaveCount(0);
  await expect(page).toHaveURL(path);
}

async function expectNoViolations(page: Page, what: string, part?: string): Promise<void> {
  const violations = await findByAxe(page, { runOnly: { type: "tag", values: tags }, rules }, part);
  const problems = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map(({ html }) => html.slice(0, 200)).slice(0, 5),
  }));
  expect.soft(problems, what).toEqual([]);
}

/** Fails on axe violations, a second indent, titles in the wrong language, broken names, and sideways scrolling. */
async function expectWellMade(page: Page, path: string): Promise<void> {
  await expectNoViolations(page, path);
  expect.soft(await edgesOf(page), `the left edges of ${path}`).toHaveLength(1);
  expect.soft(await misreadTitles(page), `the language of the titles on ${path}`).toEqual([]);
  await expectWholeNames(page);
  await expectNoSidewaysScroll(page);
}

/** Fails on sideways scrolling at 400%, without and with the reader's own text spacing. */
async function expectRoomForText(page: Page): Promise<void> {
  await page.setViewportSize(narrowest);
  await expectNoSidewaysScroll(page);
  const own = await page.addStyleTag({ content: spacing });
  await expectNoSidewaysScroll(page);
  await own.evaluate((style) => style.parentNode?.removeChild(style));
}

async function lightOnDesk(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(wide);
}

async function darkOnPhone(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize(narrow);
}

/** Checks a page light, on a desk; then dark, on a phone and in the narrowest window, in Spanish if it has any. */
async function lookAtPublicPage(page: Page, path: string, data: Data): Promise<void> {
  await lightOnDesk(page);
  await page.goto(path);
  await expectWhole(page);
  await expect.soft(page, path).toHaveTitle(/.+ - Health Education Lending Library$/);
  await expectWellMade(page, path);
  await darkOnPhone(page);
  if (!path.startsWith("/admin/")) {
    await page.context().addCookies([{ name: "language", value: "es", url: page.url() }]);
    await page.goto(path);
    await expectWhole(page);
    await expectSpanish(page, data);
  }
  await expectWellMade(page, path);
  await expectRoomForText(page);
  await page.context().clearCookies({ name: "language" });
}

/** Checks a page dark, on a phone, while it loads, fails, and recovers, and at its narrowest; then light, on a desk. */
async function lookAtStaffPage(page: Page, calls: Calls, path: string): Promise<void> {
  await darkOnPhone(page);
  // the offline page makes no calls
  if (path.includes("/offline/")) await page.goto(path);
  else await arriveThroughFailure(page, calls, path);
  await expectWhole(page);
  await expectWellMade(page, path);
  await expectRoomForText(page);
  await lightOnDesk(page);
  await expect.soft(page, path).toHaveTitle(/.+ - Health Education Lending Library$/);
  await expectWellMade(page, path);
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
    for (const { path } of screens) await test.step(path, () => lookAtPublicPage(page, path, data));
  });
}

for (const half of [0, 1]) {
  test(`every staff page is accessible, fits, and recovers, half ${half + 1} of 2`, async ({ page, library }) => {
    test.setTimeout(600_000);
    const screens = (await screensOf(library.address)).filter(({ who }) => who === "admin");
    const calls = await callsOf(page);
    await (await clerkOf(library.address)).enter(page);
    for (const { path } of screens.filter((_, place) => place % 2 === half))
      await test.step(path, () => lookAtStaffPage(page, calls, path));
  });
}

test("every empty staff list says what belongs there and what to do next", async ({ page, library }) => {
  test.setTimeout(180_000);
  const calls = await callsOf(page);
  await (await clerkOf(library.address)).enter(page);
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
      await page.goto(`/admin/${place}`);
      await onBothScreens(page, async () => {
        await expect(page.getByText(sentence)).toBeVisible();
        // a list that fills by itself has no next step
        if (next)
          await expect(typeof next === "string" ? page.getByRole("link", { name: next }).last() : next).toBeVisible();
      });
    });
  }
});
