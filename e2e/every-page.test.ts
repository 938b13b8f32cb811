import type { Page } from "@playwright/test";
import { reader, type Screen, screensOf } from "./every-screen.ts";
import { dataOf, type Data, expectSpanish } from "./public/untranslated.ts";
import { callerAt } from "./steps/api.ts";
import { clerkOf } from "./steps/as-clerk.ts";
import { findByAxe } from "./steps/axe.ts";
import { expectNoSidewaysScroll, expectWholeNames, narrow, narrowest, wide } from "./steps/screens.ts";
import { expect, test } from "./test.ts";

// every axe rule, including experimental and AAA ones
const tags = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"];
// AAA requires 7:1 for every text; the goal is AA, whose 4.5:1 is checked by color-contrast and by the tokens' own test
const rules = {
  "color-contrast-enhanced": { enabled: false },
  "p-as-heading": { enabled: false }, // the preview of the home page shows its heading as a paragraph
};

/** The text spacing of WCAG 1.4.12. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** The left edges of the header, the heading, each part of the page, and the footer. */
const edgesOf = (page: Page) =>
  page.evaluate(() => {
    const heading = document.querySelector("main h1");
    const edge = heading?.getBoundingClientRect().left ?? 0;
    let around = heading?.parentElement; // the first around it that is padded
    while (around && around.getBoundingClientRect().left >= edge) around = around.parentElement;
    const parts = [
      document.querySelector("header > div > :first-child"),
      heading,
      ...(around?.children ?? []),
      document.querySelector("footer > div:last-child > :first-child"),
    ];
    const seen = parts.flatMap((part) => part?.getBoundingClientRect() ?? []).filter(({ width }) => width > 1);
    return [...new Set(seen.map(({ left }) => Math.round(left)))];
  });

async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true], [data-progress]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Fails on what axe finds, on a second left edge, on broken names, and on what is wider than the window. */
async function expectWellMade(page: Page, path: string): Promise<void> {
  const violations = await findByAxe(page, { runOnly: { type: "tag", values: tags }, rules });
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map(({ html }) => html.slice(0, 200)).slice(0, 5),
  }));
  expect.soft(found, path).toEqual([]);
  expect.soft(await edgesOf(page), `the left edges of ${path}`).toHaveLength(1);
  await expectWholeNames(page);
  await expectNoSidewaysScroll(page);
}

/** A window at 400 %, and the same with the reader's own text spacing. */
async function expectRoomForText(page: Page): Promise<void> {
  await page.setViewportSize(narrowest);
  await expectNoSidewaysScroll(page);
  const own = await page.addStyleTag({ content: spacing });
  await expectNoSidewaysScroll(page);
  await own.evaluate((style) => style.parentNode?.removeChild(style));
}

/** English, light, on a desk; then dark, on a phone, in Spanish where the page has it; then the narrowest phone. */
async function look(page: Page, path: string, data?: Data): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(wide);
  await arrive(page, path);
  await expect.soft(page, path).toHaveTitle(/.+ - Health Education Lending Library$/);
  await expectWellMade(page, path);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize(narrow);
  if (data) {
    await page.context().addCookies([{ name: "language", value: "es", url: page.url() }]);
    await arrive(page, path);
    await expectSpanish(page, data);
  }
  await expectWellMade(page, path);
  await expectRoomForText(page);
  await page.context().clearCookies({ name: "language" });
}

const prepared = new Map<string, Promise<Screen[]>>();

/** The pages of the library at this address, with something on them; prepared once for all tests of a worker. */
function pagesOf(address: string): Promise<Screen[]> {
  const pages = prepared.get(address) ?? screensOf(address);
  prepared.set(address, pages);
  return pages;
}

// each worker takes one of them
test.describe.configure({ mode: "parallel" });

for (const [who, half] of [
  ["visitor", 0],
  ["borrower", 0],
  ["admin", 0],
  ["admin", 1],
] as const) {
  test(`every page of ${who === "admin" ? "an" : "a"} ${who} is accessible and fits, in both color schemes and languages${half ? ", second half" : ""}`, async ({
    library,
    someoneElse,
  }) => {
    test.setTimeout(600_000);
    const screens = (await pagesOf(library.address)).filter((screen) => screen.who === who);
    // the content policy would block the reader's own style
    const page = await someoneElse({ bypassCSP: true, reducedMotion: "reduce" });
    if (who === "borrower") await (await callerAt(library.address, { ...reader, userTypeId: 2 })).enter(page);
    if (who === "admin") await (await clerkOf(library.address)).enter(page);
    const mine = who === "admin" ? screens.filter((_, place) => place % 2 === half) : screens;
    const data = who === "admin" ? undefined : await dataOf(page, "zzzz", "health", "PDF", "Fresno, CA 93701");
    for (const { path } of mine)
      await test.step(path, () => look(page, path, path.startsWith("/admin/") ? undefined : data));
  });
}
