import type { Page } from "@playwright/test";

/**
 * Makes every load of this page wait until the script has hydrated it, so that the next step reaches the application,
 * however slow the machine is.
 */
export function waitForTheScript(page: Page): void {
  const thereAfter =
    <Arguments extends unknown[], Answer>(load: (...given: Arguments) => Promise<Answer>) =>
    async (...given: Arguments) => {
      const answer = await load(...given);
      await page.waitForFunction(() => document.querySelector("[data-rendered]") === null);
      return answer;
    };
  page.goto = thereAfter(page.goto.bind(page));
  page.reload = thereAfter(page.reload.bind(page));
  page.goBack = thereAfter(page.goBack.bind(page));
  page.goForward = thereAfter(page.goForward.bind(page));
}
