import type { Page } from "@playwright/test";
import { expect } from "#e2e/test.ts";

/** A desk. */
export const wide = { width: 1280, height: 800 };

/** A phone. */
export const narrow = { width: 390, height: 844 };

/** A window of 1280 x 1024 pixels at 400%, which is also the narrowest phone. */
export const narrowest = { width: 320, height: 256 };

/** Opens another page of the application without loading the application again. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Fails on anything wider than the window, except content that scrolls. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
    );
    const names = wide.map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`).slice(0, 5);
    return [`${root.scrollWidth} px of ${root.clientWidth}`, ...names];
  });
  expect(tooWide, `what is wider than ${page.url()}`).toEqual([]);
}

/** Fails on a SKU that breaks across lines, and on a badge whose words leave its pill. */
export async function expectWholeNames(page: Page): Promise<void> {
  const broken = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    const skus: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { index, 0: sku } of text.textContent?.matchAll(/#[^\s,.;]{1,6}(?![^\s,.;])/g) ?? []) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + sku.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) skus.push(sku);
      }
    // a badge begins with its icon
    const badges = [...document.querySelectorAll("main span:has(> span[aria-hidden]:first-child > svg)")];
    const long = badges.filter((badge) => badge.scrollWidth > badge.clientWidth + 1);
    return [...skus, ...long.map(({ textContent }) => textContent)];
  });
  expect(broken, `what breaks at ${page.url()}`).toEqual([]);
}

/** Renders everything below the fold, too, because covers there would be empty in a full-page screenshot. */
export async function drawAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Returns the page's Cumulative Layout Shift since it was opened. */
export const layoutShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const values = (list: PerformanceObserverEntryList) =>
          list.getEntries().map((entry) => ("value" in entry ? Number(entry.value) : 0));
        new PerformanceObserver((list) => resolve(values(list).reduce((sum, value) => sum + value, 0))).observe({
          type: "layout-shift",
          buffered: true,
        });
        // without any shift there is no entry
        setTimeout(() => resolve(0), 100);
      }),
  );
