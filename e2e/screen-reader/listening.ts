import { writeFile } from "node:fs/promises";
import type { Page } from "puppeteer-core";
import { startFirefox } from "#e2e/engines/firefox-tab.ts";
import { expect, test } from "#e2e/test.ts";
import { type ScreenReader, startScreenReader } from "./screen-reader.ts";

/** What a listener does on a page. */
export type Play = (reader: ScreenReader, page: Page) => Promise<void>;

/**
 * Opens a page of a library in Firefox for a listener at the keyboard; `kept` is what the tab stores of a login. What was said
 * is kept, whatever happens.
 */
export async function listens(address: string, play: Play, kept: Record<string, string> = {}): Promise<void> {
  const reader = await startScreenReader();
  const browser = await startFirefox({ "accessibility.force_disabled": -1 }, reader.env);
  try {
    const [page] = await browser.pages();
    if (!page) throw new Error("Firefox opened no page.");
    await page.evaluateOnNewDocument((given) => {
      if (!location.protocol.startsWith("http")) return;
      for (const [key, value] of Object.entries(given)) sessionStorage.setItem(key, value);
    }, kept);
    await page.goto(address);
    await expect.poll(reader.transcript).toContain("Finished loading");
    await reader.settles();
    await play(reader, page);
    await reader.settles(); // the transcript ends with a whole sentence
    expect(await reader.transcript(), "nothing but links and buttons can be clicked").not.toMatch(/\bclickable\b/);
  } finally {
    await writeFile(test.info().outputPath("transcript.txt"), await reader.transcript());
    await browser.close();
    await reader.stop();
  }
}

/** Presses Tab until a stop is read that matches. A reader that says nothing at many stops in a row has ended. */
export async function tabsTo(reader: ScreenReader, words: RegExp): Promise<void> {
  let silent = 0;
  for (let stops = 0; stops < 150 && silent < 15; stops += 1) {
    await reader.presses("Tab");
    const said = await reader.settles();
    if (words.test(said)) return;
    silent = said === "" ? silent + 1 : 0;
  }
  throw new Error(`Tab never reaches ${String(words)}.`);
}

export async function hears(reader: ScreenReader, words: RegExp): Promise<void> {
  await expect.poll(reader.heard, `hears ${String(words)}`).toMatch(words);
}

/** Leaves the browser's own bars for the page, and hears where that leads. */
export async function entersPage(reader: ScreenReader): Promise<string> {
  await reader.presses("F6");
  return reader.settles();
}

/** Where the focus is, by its name. Orca does not always say again a button that gets the focus back from a dialog. */
export async function isOn(page: Page, name: string): Promise<void> {
  const here = () =>
    (document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent)?.trim();
  await expect.poll(() => page.evaluate(here)).toBe(name);
}

/** Presses a key, hears what it did, and gives all that was said. */
export async function press(reader: ScreenReader, key: string, words = /^/): Promise<string> {
  await reader.presses(key);
  await hears(reader, words);
  return reader.settles();
}

/** Puts the focus on a stop by its name, and hears it: what lies before it was heard in another journey. */
export async function comesTo(reader: ScreenReader, page: Page, name: string): Promise<string> {
  await reader.notes(`comes to ${name}`);
  const find = (wanted: string) => {
    const said = (stop: Element) =>
      (
        stop.getAttribute("aria-label") ??
        (stop instanceof HTMLInputElement || stop instanceof HTMLTextAreaElement ? stop.labels?.[0] : stop)?.textContent
      )?.trim();
    const stops = [...document.querySelectorAll<HTMLElement>("a, button, input, textarea")];
    const stop = stops.find((one) => said(one) === wanted && one.checkVisibility());
    stop?.focus();
    return stop !== undefined;
  };
  await expect.poll(() => page.evaluate(find, name), `there is ${name}`).toBe(true);
  return reader.settles();
}

export async function follows(reader: ScreenReader, stop: RegExp, words: RegExp): Promise<void> {
  await tabsTo(reader, stop);
  await reader.presses("Return");
  await hears(reader, words);
}

/** A page says its heading once: as one, or its words alone if the reader had read on to it by itself. */
export const arrival = (heading: string) => new RegExp(`^${heading}( heading level 1)?\\.$`, "m");

export const timesIn = (heard: string, words: RegExp) => [...heard.matchAll(words)].length;
