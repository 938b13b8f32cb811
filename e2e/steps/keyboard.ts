import type { FileChooser, Locator, Page } from "@playwright/test";
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
  for (let press = 0; press < 120; press += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The keyboard does not lead to ${String(wanted)}.`);
}

/** Presses what Tab leads to. */
export async function pressOn(page: Page, wanted: Locator, keys = "Enter"): Promise<void> {
  await tabOnTo(page, wanted);
  await page.keyboard.press(keys);
}

/** Types into the field that Tab leads to, instead of what is in it. */
export async function typeOver(page: Page, field: Locator, text: string): Promise<void> {
  await tabOnTo(page, field);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

/** What a person presses with. */
export type Hand = "pointer" | "keyboard";

/** Presses this with a pointer, or reaches it by Tab and presses Enter. */
export async function pressWith(hand: Hand, page: Page, wanted: Locator, isWithCtrl = false): Promise<void> {
  if (hand === "pointer") return wanted.click({ modifiers: isWithCtrl ? ["ControlOrMeta"] : [] });
  await pressOn(page, wanted, isWithCtrl ? "ControlOrMeta+Enter" : "Enter");
}

/** Puts this text, or day (2026-01-15), into a field instead of what is in it. */
export async function typeWith(hand: Hand, page: Page, field: Locator, text: string): Promise<void> {
  if (hand === "pointer") return field.fill(text);
  if ((await field.getAttribute("type")) === "date") {
    await tabOnTo(page, field);
    if (text === "") {
      for (const key of ["Delete", "ArrowRight", "Delete", "ArrowRight", "Delete"]) await page.keyboard.press(key);
      return;
    }
    const [year = "", month = "", day = ""] = text.split("-");
    return page.keyboard.type(month + day + year); // as the parts of the field come in American English
  }
  await typeOver(page, field, text);
  if (text === "") await page.keyboard.press("Delete");
}

/** Chooses one of a group of radio buttons: Tab leads to the group, arrows to the button. */
export async function chooseWith(hand: Hand, page: Page, radio: Locator): Promise<void> {
  if (hand === "pointer") return radio.check();
  const isInGroup = (button: HTMLInputElement) =>
    document.activeElement instanceof HTMLInputElement && document.activeElement.name === button.name;
  for (let press = 0; press < 120 && !(await radio.evaluate(isInGroup)); press += 1) await page.keyboard.press("Tab");
  for (let press = 0; press < 12 && !(await radio.isChecked()); press += 1) {
    const isHere = await radio.evaluate((button) => button === document.activeElement);
    await page.keyboard.press(isHere ? "Space" : "ArrowDown");
  }
  await expect(radio).toBeChecked();
}

/** Chooses what a list of choices has under these words: typed, they lead to it. */
export async function selectWith(hand: Hand, page: Page, list: Locator, words: string): Promise<void> {
  if (hand === "pointer") {
    await list.selectOption(words);
    return;
  }
  await tabOnTo(page, list);
  await page.keyboard.type(words);
}

/** Opens the focused file picker. A busy browser occasionally drops a press of Space. */
export async function openChooser(page: Page): Promise<FileChooser> {
  let opened: FileChooser | undefined;
  page.once("filechooser", (chooser) => (opened = chooser));
  for (let press = 0; press < 5 && !opened; press += 1) {
    await page.keyboard.press("Space");
    await expect
      .poll(() => opened !== undefined, { timeout: 5000 })
      .toBe(true)
      .catch(() => undefined);
  }
  if (!opened) throw new Error("Space does not open a file picker.");
  return opened;
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
