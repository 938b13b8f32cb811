import type { Page } from "@playwright/test";

/**
 * From now on every load of this page is over only when its script has hydrated what the server rendered: what a journey
 * does next is done to the application, however slow the machine.
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
