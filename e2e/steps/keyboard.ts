import type { Locator, Page } from "@playwright/test";
import { expect } from "#e2e/test.ts";

/** Presses Tab until the element with this role and name has the focus; every stop on the way must be visible. */
export async function tabTo(
  page: Page,
  role: "link" | "button" | "textbox" | "spinbutton" | "searchbox" | "radio" | "checkbox" | "combobox",
  name: string | RegExp,
): Promise<void> {
  await tabOnTo(page, page.getByRole(role, { name, exact: typeof name === "string" }).first());
}

/** Presses Tab until this has the focus. */
export async function tabOnTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  // found once: to compute the names of all that is on a page takes longer than to press a key
  let found = await wanted.elementHandle();
  for (let press = 0; press < 120; press += 1) {
    const place = await found?.evaluate((element) => {
      if (element === document.activeElement) return "here";
      return element.isConnected ? "elsewhere" : "gone";
    });
    if (place === "here") return;
    if (place === "gone") found = await wanted.elementHandle();
    await page.keyboard.press("Tab");
  }
  throw new Error(`The keyboard does not lead to ${String(wanted)}.`);
}

/** Presses what Tab leads to. */
export async function pressOn(page: Page, wanted: Locator, keys = "Enter"): Promise<void> {
  await tabOnTo(page, wanted);
  await page.keyboard.press(keys);
}

/** Types this text, or day (2026-01-15), into the field that Tab leads to, instead of what is in it. */
export async function typeOver(page: Page, field: Locator, text: string): Promise<void> {
  await tabOnTo(page, field);
  if ((await field.getAttribute("type")) === "date") {
    const [year = "", month = "", day = ""] = text.split("-");
    return page.keyboard.type(month + day + year); // as the parts of the field come in American English
  }
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

/** Chooses what a list of choices has under these words: typed, they lead to it. */
export async function selectOn(page: Page, list: Locator, words: string): Promise<void> {
  await tabOnTo(page, list);
  await page.keyboard.type(words);
}

/** Types like a hand scanner, ending with Enter: fast on any machine, without waiting between keys. */
export async function scanByHand(page: Page, text: string): Promise<void> {
  const keys = await page.context().newCDPSession(page);
  const strokes = [...text.split("").map((key) => ({ key, text: key })), { key: "Enter", code: "Enter", text: "\r" }];
  const start = Date.now() / 1000;
  await Promise.all(
    strokes.flatMap((stroke, place) => {
      // the timestamps are the scanner's: delays of the browser are not gaps between keys
      const event = { ...stroke, windowsVirtualKeyCode: keyCodeOf(stroke.text), timestamp: start + place * 0.005 };
      return [
        keys.send("Input.dispatchKeyEvent", { ...event, type: "keyDown" }),
        keys.send("Input.dispatchKeyEvent", { ...event, type: "keyUp" }),
      ];
    }),
  );
  await keys.detach();
}

/** The key of a letter, a digit or Enter. The code of a " would be Page Down, which scrolls instead of typing. */
function keyCodeOf(text: string): number {
  return /[\da-z\r]/i.test(text) ? text.toUpperCase().charCodeAt(0) : 0;
}
