import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import * as z from "zod";

export const groups = [
  "subject",
  "topic",
  "slang",
  "product",
  "abbreviation",
  "SKU",
  "publisher",
  "person",
  "title",
  "phrase",
  "format and grade",
  "question",
  "sentence",
  "spanish",
  "one typing error",
  "two typing errors",
  "nothing fits",
] as const;
export type Group = (typeof groups)[number];

export const halves = ["tuning", "held back"] as const;
export type Half = (typeof halves)[number];

const query = z.object({
  query: z.string().check(z.minLength(1)),
  group: z.enum(groups),
  language: z.enum(["en", "es"]),
  half: z.enum(halves),
  /** The searcher's need, which several queries can share. Empty if nothing fits. */
  need: z.string(),
  /** The same query without its typing errors. */
  clean: z.string(),
  note: z.string(),
});
export type Query = z.output<typeof query>;

const judgments: Record<string, Judgment> = { "1": 1, "2": 2, "3": 3 };
const judged = z.object({ need: z.string(), sku: z.string(), judgment: z.enum(["1", "2", "3"]), title: z.string() });
const judgedNothing = z.object({ need: z.string(), skus: z.string() });

export type Judged = { need: string; sku: string; judgment: Judgment; title: string };
export type JudgedSet = {
  queries: Query[];
  judged: Judged[];
  /** SKU to judgment, by need. */
  byNeed: Map<string, Map<string, Judgment>>;
};

export function readJudgedSet(): JudgedSet {
  const positive = rowsOf("judgments.csv", judged).map((row) => ({
    ...row,
    judgment: judgments[row.judgment] ?? 0,
  }));
  const nothing = rowsOf("judged-nothing.csv", judgedNothing).flatMap(({ need, skus }) =>
    skus.split(" ").map((sku) => ({ need, sku, judgment: 0 as const })),
  );
  const byNeed = new Map<string, Map<string, Judgment>>();
  for (const { need, sku, judgment } of [...positive, ...nothing]) {
    const ofNeed = byNeed.get(need) ?? new Map<string, Judgment>();
    byNeed.set(need, ofNeed);
    if (ofNeed.has(sku)) throw new Error(`${sku} was judged twice for ${need}.`);
    ofNeed.set(sku, judgment);
  }
  return { queries: rowsOf("queries.csv", query), judged: positive, byNeed };
}

function rowsOf<Row>(file: string, row: z.ZodType<Row>): Row[] {
  const content = readFileSync(path.join(import.meta.dirname, file));
  return z.array(row).parse(parse(content, { columns: true }));
}

/** The fit of a title for a need: 3 is what the searcher wants, 2 helps, 1 is related, and 0 isn't. */
export type Judgment = 0 | 1 | 2 | 3;

/**
 * Returns the normalized discounted cumulative gain of the first `depth` places, 0 to 1: a judgment counts 2^j - 1, divided
 * by log2 of its place plus one, and the sum is divided by that of the best order. `results` are the judgments of the
 * results in their order. NaN if nothing fits.
 */
export function ndcg(results: readonly Judgment[], all: readonly Judgment[], depth: number): number {
  return gain(results, depth) / gain(all.toSorted(descending), depth);
}

const gain = (judgments: readonly Judgment[], depth: number) =>
  sum(judgments.slice(0, depth).map((judgment, place) => (2 ** judgment - 1) / Math.log2(place + 2)));
const descending = (a: number, b: number) => b - a;

/**
 * Returns the share of helpful titles (2 or 3; if there are none, 1) that is among the first `depth`, 0 to 1. If there
 * are more such titles, `depth` count as all. NaN if nothing fits.
 */
export function recall(results: readonly Judgment[], all: readonly Judgment[], depth: number): number {
  const minJudgment = Math.min(2, Math.max(...all, 0));
  const helps = (judgment: Judgment) => judgment > 0 && judgment >= minJudgment;
  return results.slice(0, depth).filter(helps).length / Math.min(depth, all.filter(helps).length);
}

/** Returns the mean of the numbers that aren't NaN; NaN if there are none. */
export function mean(numbers: readonly number[]): number {
  const counted = numbers.filter((number) => !Number.isNaN(number));
  return sum(counted) / counted.length;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
