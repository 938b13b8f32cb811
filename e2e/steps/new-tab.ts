import type { Locator, Page } from "@playwright/test";

/** Opens a link in a new tab with the middle mouse button, and waits for its script. */
export async function inNewTab(page: Page, link: Locator): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click({ button: "middle" })]);
  await tab.waitForLoadState();
  await tab.waitForFunction(() => document.querySelector("[data-rendered]") === null);
  return tab;
}
