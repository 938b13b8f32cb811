import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { decodeCodes, drawPages, wordsOf } from "#server/test/decode-codes.ts";

/** Runs the work in a temporary folder. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "library-labels-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the codes that a scanner reads off the screen. */
export const codesOnScreen = (page: Page) =>
  inFolder(async (folder) => {
    const file = path.join(folder, "screen.png");
    await page.screenshot({ path: file, fullPage: true });
    return decodeCodes([file]);
  });

/** Returns the codes that a scanner reads off the paper, by page. */
export const codesOnPaper = (pdf: Uint8Array) =>
  inFolder(async (folder) => (await drawPages(pdf, folder, 200)).map((file) => decodeCodes([file])));

/** Returns the words on the paper, by page. */
export const wordsOnPaper = (pdf: Uint8Array) =>
  inFolder(async (folder) => {
    const pages = (await wordsOf(pdf, folder)).normalize("NFC").split("\f").slice(0, -1);
    return pages.map((page) => page.match(/\S+/g) ?? []);
  });
