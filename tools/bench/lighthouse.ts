/**
 * Runs Lighthouse on the pages before a login: mobile, simulated, the median of some runs. Run it alone, after a build:
 * node --import ./tools/typescript.mjs tools/bench/lighthouse.ts [--runs 5] [--pages /home,/news] [--base
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
import { addressesOf, renderedPages } from "#e2e/steps/site-pages.ts";
import { table } from "./table.ts";

const version = "12.8.2"; // the last version that runs on Node 20
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    pages: { type: "string" },
    base: { type: "string" },
  },
});

const report = z.object({
  categories: z.record(z.string(), z.object({ score: z.nullable(z.number()) })),
  audits: z.record(z.string(), z.object({ numericValue: z.optional(z.number()) })),
});
const categories = ["performance", "accessibility", "best-practices", "seo"];
const audits = {
  "LCP ms": "largest-contentful-paint",
  CLS: "cumulative-layout-shift",
  "TBT ms": "total-blocking-time",
};

/** The figures of one run, in the order of the table. */
async function measure(address: string, folder: string): Promise<number[]> {
  const { executablePath = "", args = [] } = browserOptions();
  const file = path.join(folder, "report.json");
  const command = `exec --yes --package=lighthouse@${version} -- lighthouse ${address} --quiet --output=json`.split(
    " ",
  );
  command.push(`--output-path=${file}`, `--only-categories=${categories.join(",")}`);
  command.push(`--chrome-flags=${["--headless=new", "--no-sandbox", ...args].join(" ")}`);
  await promisify(execFile)("npm", command, { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 1e8 });
  const found = report.parse(JSON.parse(await readFile(file, "utf8")));
  return [
    ...categories.map((name) => Math.round((found.categories[name]?.score ?? Number.NaN) * 100)),
    ...Object.values(audits).map((name) => {
      const value = found.audits[name]?.numericValue ?? Number.NaN;
      return Number(value.toFixed(name === audits.CLS ? 3 : 0));
    }),
  ];
}

/** Retries once when Lighthouse reports that it lost the trace. */
async function measured(address: string, folder: string): Promise<number[]> {
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
  const rows: (string | number)[][] = [];
  for (const page of values.pages?.split(",") ?? renderedPages().flatMap((row) => addressesOf(row))) {
    const runs: number[][] = [];
    while (runs.length < Number(values.runs)) runs.push(await measured(`${base}${page}`, folder));
    rows.push([
      page,
      ...[...categories, ...Object.keys(audits)].map((_, at) => medianOf(runs.map((run) => run[at] ?? 0))),
    ]);
  }
  console.log(`Lighthouse ${version}, mobile, simulated, the median of ${values.runs}\n`);
  console.log(table(["page", ...categories, ...Object.keys(audits)], rows));
} finally {
  await library?.stop();
  await rm(folder, { recursive: true, force: true });
}
