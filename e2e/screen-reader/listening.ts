import { writeFile } from "node:fs/promises";
import type { Page } from "puppeteer-core";
import { startFirefox } from "#e2e/engines/firefox-tab.ts";
import { expect, test } from "#e2e/test.ts";
import { type ScreenReader, startScreenReader } from "./screen-reader.ts";

export type Play = (reader: ScreenReader, page: Page) => Promise<void>;

/**
 * Opens a page of a library in Firefox for a listener at the keyboard; `storage` is the tab's session storage. Always
 * saves the transcript.
 */
export async function listens(address: string, play: Play, storage: Record<string, string> = {}): Promise<void> {
  const reader = await startScreenReader();
  const browser = await startFirefox({ "accessibility.force_disabled": -1 }, reader.env);
  try {
    const [page] = await browser.pages();
    if (!page) throw new Error("Firefox opened no page.");
    await page.evaluateOnNewDocument((entries) => {
      if (!location.protocol.startsWith("http")) return;
      for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value);
    }, storage);
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

/** Presses Tab until the reader announces a matching stop. Gives up after 15 silent stops in a row. */
export async function tabsTo(reader: ScreenReader, words: RegExp): Promise<void> {
  let silent = 0;
  for (let stops = 0; stops < 150 && silent < 15; stops += 1) {
    await reader.presses("Tab");
    const utterance = await reader.settles();
    if (words.test(utterance)) return;
    silent = utterance === "" ? silent + 1 : 0;
  }
  throw new Error(`Tab never reaches ${String(words)}.`);
}

export async function hears(reader: ScreenReader, words: RegExp): Promise<void> {
  await expect.poll(reader.heard, `hears ${String(words)}`).toMatch(words);
}

/** Moves from the browser's own bars to the page; returns what the reader says there. */
export async function entersPage(reader: ScreenReader): Promise<string> {
  await reader.presses("F6");
  return reader.settles();
}

/** Expects the focus on an element by name, because Orca doesn't always repeat a button that gets the focus back from a dialog. */
export async function isOn(page: Page, name: string): Promise<void> {
  const here = () =>
    (document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent)?.trim();
  await expect.poll(() => page.evaluate(here)).toBe(name);
}

/** Presses a key, waits for matching words, and returns all speech since the key. */
export async function press(reader: ScreenReader, key: string, words = /^/): Promise<string> {
  await reader.presses(key);
  await hears(reader, words);
  return reader.settles();
}

/** Moves the focus to a stop by name and returns its announcement; other journeys hear the stops before it. */
export async function comesTo(reader: ScreenReader, page: Page, name: string): Promise<string> {
  await reader.notes(`comes to ${name}`);
  const find = (target: string) => {
    const nameOf = (stop: Element) =>
      (
        stop.getAttribute("aria-label") ??
        (stop instanceof HTMLInputElement || stop instanceof HTMLTextAreaElement ? stop.labels?.[0] : stop)?.textContent
      )?.trim();
    const stops = [...document.querySelectorAll<HTMLElement>("a, button, input, textarea")];
    const stop = stops.find((each) => nameOf(each) === target && each.checkVisibility());
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

/** Matches a page's heading, said once: as a heading, or its words alone if the reader read on to it by itself. */
export const arrival = (heading: string) => new RegExp(`^${heading}( heading level 1)?\\.$`, "m");

export const timesIn = (heard: string, words: RegExp) => [...heard.matchAll(words)].length;
