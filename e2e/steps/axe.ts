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

/** What axe finds wrong on a page or in a part of it, its frames apart: nothing is in a frame here. */
export async function findByAxe(page: Page, options: axe.RunOptions, part = "html"): Promise<axe.Result[]> {
  // its source takes as long to load as a look takes: each document gets it once
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const asked = { part, options: { ...options, resultTypes: ["violations" as const] } };
  const { violations } = await page.evaluate((look) => window.axe.run(look.part, look.options), asked);
  return violations;
}
