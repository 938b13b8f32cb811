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

/** Presses Tab until the target has the focus. */
export async function tabOnTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // once, because computing the names of a whole page takes longer than a key press
  let handle = await target.elementHandle();
  for (let presses = 0; presses < 120;) {
    const left = (await handle?.evaluate(pressesTo)) ?? "gone";
    if (left === 0) return;
    if (left === "gone") handle = await target.elementHandle();
    for (let press = 0; press < Number(left); press += 1) await page.keyboard.press("Tab");
    presses += Number(left) || 1;
  }
  throw new Error(`The keyboard does not lead to ${String(target)}.`);
}

/** Returns how many presses of Tab it takes at least; asking after each would take longer than the presses. */
function pressesTo(target: HTMLElement | SVGElement): number | "gone" {
  if (target === document.activeElement) return 0;
  if (!target.isConnected) return "gone";
  const from = document.activeElement ?? document.body;
  const follows = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  const stops = "a[href], button, input:not([type=radio]), select, textarea, summary";
  const between = [...(document.querySelector(":modal") ?? document).querySelectorAll<HTMLElement>(stops)].filter(
    (stop) =>
      follows(from, stop) &&
      follows(stop, target) &&
      stop.tabIndex >= 0 &&
      !stop.matches(":disabled, [inert] *") &&
      stop.checkVisibility({ visibilityProperty: true }),
  );
  return between.length + 1;
}

/** Tabs to the target and presses keys on it. */
export async function pressOn(page: Page, target: Locator, keys = "Enter"): Promise<void> {
  await tabOnTo(page, target);
  await page.keyboard.press(keys);
}

/** Tabs to a field and replaces its text, or its date (2026-01-15). */
export async function typeOver(page: Page, field: Locator, text: string): Promise<void> {
  await tabOnTo(page, field);
  if ((await field.getAttribute("type")) === "date") {
    const [year = "", month = "", day = ""] = text.split("-");
    return page.keyboard.type(month + day + year); // the order of the field's parts in American English
  }
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(text);
}

/** Tabs to a select and chooses an option by typing its words. */
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
      // with the scanner's own timestamps, so that delays of the browser don't count as gaps between keys
      const event = { ...stroke, windowsVirtualKeyCode: keyCodeOf(stroke.text), timestamp: start + place * 0.001 };
      return [
        keys.send("Input.dispatchKeyEvent", { ...event, type: "keyDown" }),
        keys.send("Input.dispatchKeyEvent", { ...event, type: "keyUp" }),
      ];
    }),
  );
  await keys.detach();
}

/** Returns the code of a letter, digit, or Enter, else 0: the code of a " would be Page Down, which scrolls. */
function keyCodeOf(text: string): number {
  return /[\da-z\r]/i.test(text) ? text.toUpperCase().charCodeAt(0) : 0;
}
