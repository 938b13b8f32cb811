import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import type { Judgement } from "./metrics.ts";

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
  "spanish",
  "one typing error",
  "two typing errors",
  "nothing fits",
] as const;
export type Group = (typeof groups)[number];

export const halves = ["tuning", "held back"] as const;
export type Half = (typeof halves)[number];

const query = z.object({
  /** As it is typed. */
  query: z.string().check(z.minLength(1)),
  group: z.enum(groups),
  language: z.enum(["en", "es"]),
  half: z.enum(halves),
  /** What the searcher needs; several queries can need the same. Empty where nothing fits. */
  need: z.string(),
  /** Of a query with typing errors: the same without. */
  clean: z.string(),
  note: z.string(),
});
export type Query = z.output<typeof query>;

const judgements: Record<string, Judgement> = { "1": 1, "2": 2, "3": 3 };
const judged = z.object({ need: z.string(), sku: z.string(), judgement: z.enum(["1", "2", "3"]), title: z.string() });
const judgedNothing = z.object({ need: z.string(), skus: z.string() });

export type Judged = { need: string; sku: string; judgement: Judgement; title: string };
/** Queries, and what was judged for their needs; 0 is judged too, and everything else was read and not listed. */
export type JudgedSet = {
  queries: Query[];
  judged: Judged[];
  /** SKU to judgement, by need. */
  byNeed: Map<string, Map<string, Judgement>>;
};

export function readJudgedSet(): JudgedSet {
  const positive = rowsOf("judgements.csv", judged).map((row) => ({
    ...row,
    judgement: judgements[row.judgement] ?? 0,
  }));
  const nothing = rowsOf("judged-nothing.csv", judgedNothing).flatMap(({ need, skus }) =>
    skus.split(" ").map((sku) => ({ need, sku, judgement: 0 as const })),
  );
  const byNeed = new Map<string, Map<string, Judgement>>();
  for (const { need, sku, judgement } of [...positive, ...nothing]) {
    const ofNeed = byNeed.get(need) ?? new Map<string, Judgement>();
    byNeed.set(need, ofNeed);
    if (ofNeed.has(sku)) throw new Error(`${sku} was judged twice for ${need}.`);
    ofNeed.set(sku, judgement);
  }
  return { queries: rowsOf("queries.csv", query), judged: positive, byNeed };
}

function rowsOf<Row>(file: string, row: z.ZodType<Row>): Row[] {
  const content = readFileSync(path.join(import.meta.dirname, file));
  return z.array(row).parse(parse(content, { columns: true }));
}
