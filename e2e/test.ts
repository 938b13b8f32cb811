import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test as base, type BrowserContext, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import { type Library, startLibrary } from "./library.ts";
import { recordToasts } from "./steps/toasts.ts";

export { expect };

const expectedMessages = [
  // the browser reports refused requests, too, and many journeys have some
  "Failed to load resource",
  // the trace itself requests a chosen picture outside the page, which the content security policy forbids
  "Connecting to 'blob:",
];

type Fixtures = {
  expectedFaults: string[];
  /** Opens a page for another person at the same library, in a separate browser context. */
  someoneElse: (options?: BrowserContextOptions) => Promise<Page>;
};

/**
 * Makes every load of this page wait until the script has hydrated it, so that the next step reaches the application,
 * however slow the machine is.
 */
function waitForTheScript(page: Page): void {
  const hydratedAfter =
    <Arguments extends unknown[], Answer>(load: (...args: Arguments) => Promise<Answer>) =>
    async (...args: Arguments) => {
      const answer = await load(...args);
      await page.waitForFunction(() => document.querySelector("[data-rendered]") === null);
      return answer;
    };
  page.goto = hydratedAfter(page.goto.bind(page));
  page.reload = hydratedAfter(page.reload.bind(page));
  page.goBack = hydratedAfter(page.goBack.bind(page));
  page.goForward = hydratedAfter(page.goForward.bind(page));
}

/** A test with its worker's library, and a page whose scripts must not fail. */
export const test = base.extend<Fixtures, { library: Library }>({
  /** Console messages that a journey about a failure allows. */
  expectedFaults: [[], { option: true }],
  library: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const library = await startLibrary();
      await use(library);
      await library.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ library }, use) => use(library.address),
  context: async ({ context }, use) => {
    await recordToasts(context);
    await use(context);
  },
  someoneElse: async ({ browser, library }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ baseURL: library.address, ...options });
      contexts.push(context);
      await recordToasts(context);
      const page = await context.newPage();
      if (options?.javaScriptEnabled !== false) waitForTheScript(page);
      return page;
    });
    for (const context of contexts) await context.close();
  },
  page: async ({ page, expectedFaults }, use) => {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(`${error.message}\n${error.stack}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !expectedMessages.some((words) => message.text().startsWith(words)))
        faults.push(message.text());
    });
    waitForTheScript(page);
    await use(page);
    const unexpectedFaults = faults.filter((fault) => !expectedFaults.some((words) => fault.includes(words)));
    expect(unexpectedFaults, "errors in the browser's console").toEqual([]);
  },
});

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Returns what axe finds wrong on a page or a part of it, without frames, because the product has none. */
export async function findByAxe(page: Page, options: axe.RunOptions, part = "html"): Promise<axe.Result[]> {
  // loading its source takes as long as a run, so each document gets it once
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const input = { part, options: { ...options, resultTypes: ["violations" as const] } };
  const { violations } = await page.evaluate((look) => window.axe.run(look.part, look.options), input);
  return violations;
}

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Checks a page at rest: waits for color transitions, and keeps anything from starting to move. */
async function standingStill<Result>(page: Page, look: () => Promise<Result>): Promise<Result> {
  const moves = await page.evaluate(() => !matchMedia("(prefers-reduced-motion: reduce)").matches);
  if (moves) await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(async () => {
    const changing = () =>
      document.getAnimations().filter((some) => some instanceof CSSTransition && some.playState === "running");
    for (let now = changing(); now.length > 0; now = changing())
      await Promise.all(now.map((some) => some.finished.catch(() => undefined)));
  });
  const result = await look();
  if (moves) await page.emulateMedia({ reducedMotion: null });
  return result;
}

/** Fails on everything axe finds on the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  const violations = await standingStill(page, () => findByAxe(page, { runOnly: { type: "tag", values: tags } }));
  const problems = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`),
  }));
  expect(problems, `accessibility of ${page.url()}`).toEqual([]);
}
