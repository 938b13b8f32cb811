/**
 * Runs Lighthouse on the pages before a login: mobile, simulated, the median of some runs. Run it alone, after a build:
 * node --import ./tools/typescript.mjs tools/bench/lighthouse.ts [--runs 5] [--pages home,news] [--base
 * http://127.0.0.1:3000]
 * npm fetches Lighthouse on first use, because nothing else needs its hundred packages.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import * as z from "zod";
import { browserOptions } from "#e2e/browser.ts";
import { startLibrary } from "#e2e/library.ts";

const version = "12.8.2"; // the last version that runs on Node 20
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    pages: { type: "string", default: "home,user/home,user/inventories,user/viewitem/1,news" },
    base: { type: "string" },
  },
});

const score = z.object({ score: z.nullable(z.number()) });
const figure = z.object({ numericValue: z.number() });
const report = z.object({
  categories: z.record(z.string(), score),
  audits: z.object({
    "largest-contentful-paint": figure,
    "cumulative-layout-shift": figure,
    "total-blocking-time": figure,
  }),
});

/** The figures of one run by name. */
async function measure(address: string, folder: string): Promise<Map<string, number>> {
  const { executablePath = "", args = [] } = browserOptions();
  const file = path.join(folder, "report.json");
  const flags = ["--headless=new", "--no-sandbox", ...args].join(" ");
  const command = `exec --yes --package=lighthouse@${version} -- lighthouse ${address} --quiet --output=json`.split(
    " ",
  );
  const categories = "--only-categories=performance,accessibility,best-practices,seo";
  await promisify(execFile)("npm", [...command, `--output-path=${file}`, `--chrome-flags=${flags}`, categories], {
    env: { ...process.env, CHROME_PATH: executablePath },
    maxBuffer: 1e8,
  });
  const { categories: parts, audits } = report.parse(JSON.parse(await readFile(file, "utf8")));
  const scores = Object.entries(parts).map(([name, one]) => [name, Math.round((one.score ?? 0) * 100)] as const);
  return new Map([
    ...scores,
    ["LCP ms", Math.round(audits["largest-contentful-paint"].numericValue)],
    ["CLS", Number(audits["cumulative-layout-shift"].numericValue.toFixed(3))],
    ["TBT ms", Math.round(audits["total-blocking-time"].numericValue)],
  ]);
}

/** Retries once when Lighthouse reports that it lost the trace. */
async function measured(address: string, folder: string): Promise<Map<string, number>> {
  try {
    return await measure(address, folder);
  } catch (error) {
    if (!String(error).includes("Please run Lighthouse again")) throw error;
    console.error(`Lost a trace of ${address}: run again.`);
    return measure(address, folder);
  }
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

const folder = await mkdtemp(path.join(tmpdir(), "lighthouse-"));
const library = values.base === undefined ? await startLibrary() : undefined;
const base = values.base ?? library?.address ?? "";
try {
  const names = ["performance", "accessibility", "best-practices", "seo", "LCP ms", "CLS", "TBT ms"];
  console.log(`Lighthouse ${version}, mobile, simulated, the median of ${values.runs}\n`);
  console.log(`| page | ${names.join(" | ")} |\n|---|${names.map(() => "---:|").join("")}`);
  for (const page of values.pages.split(",")) {
    const runs: Map<string, number>[] = [];
    while (runs.length < Number(values.runs)) runs.push(await measured(`${base}/${page}`, folder));
    console.log(
      `| ${page} | ${names.map((name) => medianOf(runs.map((run) => run.get(name) ?? Number.NaN))).join(" | ")} |`,
    );
  }
} finally {
  await library?.stop();
  await rm(folder, { recursive: true, force: true });
}
