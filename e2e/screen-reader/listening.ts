import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "puppeteer-core";
import { startFirefox } from "#e2e/engines/firefox-tab.ts";
import { expect, test } from "#e2e/test.ts";
import { type ScreenReader, startScreenReader } from "./screen-reader.ts";

/** Opens a page of a library in Firefox for a listener at the keyboard. What was said is kept, whatever happens. */
export async function listens(
  address: string,
  play: (reader: ScreenReader, page: Page) => Promise<void>,
): Promise<void> {
  const reader = await startScreenReader();
  const browser = await startFirefox({ "accessibility.force_disabled": -1 }, reader.env);
  try {
    const [page] = await browser.pages();
    if (!page) throw new Error("Firefox opened no page.");
    await page.goto(address);
    await expect.poll(reader.transcript).toContain("Finished loading");
    await reader.settles();
    await play(reader, page);
    expect(await reader.transcript(), "nothing but links and buttons can be clicked").not.toMatch(/\bclickable\b/);
  } finally {
    await keepTranscript(await reader.transcript());
    await browser.close();
    await reader.stop();
  }
}

/** Beside what failed, and where `npm run hear` compares it. */
async function keepTranscript(said: string): Promise<void> {
  const info = test.info();
  await writeFile(info.outputPath("transcript.txt"), said);
  const folder = process.env["HEARD_FOLDER"];
  if (folder) await writeFile(path.join(folder, `${info.title.replaceAll(" ", "-")}.txt`), said);
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

export async function follows(reader: ScreenReader, stop: RegExp, words: RegExp): Promise<void> {
  await tabsTo(reader, stop);
  await reader.presses("Return");
  await hears(reader, words);
}

/** A page says its heading once: as one, or its words alone if the reader had read on to it by itself. */
export const arrival = (heading: string) => new RegExp(`^${heading}( heading level 1)?\\.$`, "m");

export const timesIn = (heard: string, words: RegExp) => [...heard.matchAll(words)].length;
