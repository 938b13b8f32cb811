import type { Page } from "@playwright/test";

/** The response that a call gets instead of the library's, if any. */
export type StandIn = { status?: number; json: object | number } | undefined;

declare global {
  interface Window {
    standIn: (path: string) => Promise<StandIn>;
  }
}

/**
 * Answers this page's calls before they reach the library, from its next load on. Playwright's routes would turn off
 * the browser's cache, and each page would load the whole application again.
 */
export async function standInFor(page: Page, answer: (path: string) => StandIn | Promise<StandIn>): Promise<void> {
  await page.exposeFunction("standIn", answer);
  await page.addInitScript(() => {
    const reach = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
      const replacement = pathname.startsWith("/api/") ? await window.standIn(pathname) : undefined;
      return replacement ? Response.json(replacement.json, { status: replacement.status ?? 200 }) : reach(input, init);
    };
  });
}
