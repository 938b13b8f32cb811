import type { Locator, Page } from "@playwright/test";
import { expect } from "#e2e/test.ts";

/** Presses Tab until the thing with this role and name has the focus; every stop on the way must be visible. */
export async function tabTo(
  page: Page,
  role: "link" | "button" | "textbox" | "searchbox" | "radio" | "checkbox" | "combobox",
  name: string | RegExp,
): Promise<void> {
  await tabOnTo(page, page.getByRole(role, { name, exact: typeof name === "string" }).first());
}

/** Presses Tab until this has the focus. */
export async function tabOnTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let press = 0; press < 80; press += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The keyboard does not lead to ${String(wanted)}.`);
}
