import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Returns what axe finds wrong on a page or a part of it, without frames, because the product has none. */
export async function findByAxe(page: Page, options: axe.RunOptions, part = "html"): Promise<axe.Result[]> {
  // loading its source takes as long as a run, so each document gets it once
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const input = { part, options: { ...options, resultTypes: ["violations" as const] } };
  const { violations } = await page.evaluate((look) => window.axe.run(look.part, look.options), input);
  return violations;
}
