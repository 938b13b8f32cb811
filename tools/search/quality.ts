import { createHash } from "node:crypto";
import { groups, halves, type JudgedSet, type Judgment, mean, ndcg, type Query, recall } from "./judged-set.ts";
import type { SearchResult } from "./search-library.ts";
import { table } from "#tools/bench/library.ts";

const page = 10;
const deep = 50;

/** The quality of one query's results; figures that don't apply are NaN. */
export type QueryResult = {
  query: Query;
  ndcg: number;
  /** With the titles behind "Related topics" after the results. */
  ndcgWithClose: number;
  recall: number;
  isEmpty: boolean;
  /** The SKUs of the first page without a judgment for this need. */
  unjudged: string[];
};

/** Judges a query's results. A title that isn't on the library's shelf doesn't count as a miss. */
export function judge(
  query: Query,
  { skus, total, withClose }: SearchResult,
  { byNeed }: JudgedSet,
  shelf: ReadonlySet<string>,
): QueryResult {
  const ofNeed = byNeed.get(query.need) ?? new Map<string, Judgment>();
  const judgmentsOf = (some: readonly string[]) => some.map((sku) => ofNeed.get(sku) ?? 0);
  const judgments = judgmentsOf(skus);
  const all = [...ofNeed].filter(([sku]) => shelf.has(sku)).map(([, judgment]) => judgment);
  return {
    query,
    ndcg: ndcg(judgments, all, page),
    ndcgWithClose: ndcg(judgmentsOf(withClose), all, page),
    recall: recall(judgments, all, deep),
    isEmpty: total === 0,
    unjudged: query.need === "" ? [] : withClose.slice(0, page).filter((sku) => !ofNeed.has(sku)),
  };
}

const isError = ({ query }: QueryResult) => query.group.includes("typing error");
const fitsNothing = ({ query }: QueryResult) => query.group === "nothing fits";
const isSpanish = (result: QueryResult) => !isError(result) && !fitsNothing(result) && result.query.language === "es";
const isClean = (result: QueryResult) => !isError(result) && !fitsNothing(result) && !isSpanish(result);

/** Returns the figures by group and by half, and the goals, as Markdown tables. */
export function report(answers: readonly QueryResult[]): string {
  const byGroup = groups.map((group) =>
    rowOf(
      group,
      answers.filter(({ query }) => query.group === group),
    ),
  );
  const goals = ["all", ...halves].map((half) => {
    const these = answers.filter(({ query }) => half === "all" || query.half === half);
    const clean = mean(these.filter(isClean).map((result) => result.ndcg));
    const spanish = mean(these.filter(isSpanish).map((result) => result.ndcg));
    const nothing = these.filter(fitsNothing);
    return [
      half,
      these.length,
      figure(clean),
      figure(mean(these.filter(isClean).map((result) => result.ndcgWithClose))),
      figure(errorRatio(these, "one typing error")),
      figure(errorRatio(these, "two typing errors")),
      figure(spanish / clean),
      `${these.filter((result) => result.isEmpty && !fitsNothing(result)).length} of ${these.length - nothing.length}`,
      `${nothing.filter(({ isEmpty }) => !isEmpty).length} of ${nothing.length}`,
    ];
  });
  const unjudged = answers.reduce((sum, result) => sum + result.unjudged.length, 0);
  return [
    table(
      [
        "half",
        "queries",
        "nDCG@10, clean English",
        "with “Related topics”",
        "one error: its clean",
        "two errors",
        "Spanish: clean",
        "empty, something fits",
        "found, nothing fits",
      ],
      goals,
    ),
    table(
      [
        "group",
        "queries",
        "nDCG@10",
        "with “Related topics”",
        ...halves,
        "recall@50",
        "empty, something fits",
        "found, nothing fits",
      ],
      byGroup,
    ),
    `Titles on the first pages without a judgment, counted as 0: ${unjudged}.`,
  ].join("\n\n");
}

function rowOf(group: string, answers: readonly QueryResult[]) {
  const fits = answers.filter((result) => !fitsNothing(result));
  return [
    group,
    answers.length,
    figure(mean(answers.map((result) => result.ndcg))),
    figure(mean(answers.map((result) => result.ndcgWithClose))),
    ...halves.map((half) => figure(mean(answers.filter(({ query }) => query.half === half).map(({ ndcg }) => ndcg)))),
    figure(mean(answers.map((result) => result.recall))),
    fits.filter(({ isEmpty }) => isEmpty).length,
    answers.filter((result) => fitsNothing(result) && !result.isEmpty).length,
  ];
}

/** Returns the nDCG of a group of typing errors, divided by that of the same queries without errors. */
export function errorRatio(answers: readonly QueryResult[], group: Query["group"]): number {
  const clean = new Map(answers.map((result) => [result.query.query, result.ndcg]));
  const errors = answers.filter(({ query }) => query.group === group);
  return mean(errors.map(({ ndcg }) => ndcg)) / mean(errors.map(({ query }) => clean.get(query.clean) ?? Number.NaN));
}

/** Lists the tuning half's queries, worst first. The other half stays hidden from the person who tunes. */
export function worst(answers: readonly QueryResult[]): string {
  const rows = answers
    .filter(({ query }) => query.half === "tuning")
    .map((result) => ({ ...result, score: fitsNothing(result) ? Number(result.isEmpty) : result.ndcg }))
    .toSorted((one, other) => one.score - other.score)
    .map(({ query, score, isEmpty }) => [query.query, query.group, figure(score), isEmpty ? "empty" : ""]);
  return table(["query", "group", "nDCG@10", ""], rows);
}

/** Lists pairs without a judgment by need, in an order that reveals nothing about the ranking. */
export function toJudge(answers: readonly QueryResult[]): string {
  const place = (pair: string) => createHash("sha256").update(pair).digest("hex");
  const pairs = new Set(answers.flatMap(({ query, unjudged }) => unjudged.map((sku) => `${query.need},${sku}`)));
  const ofNeed = (pair: string) => pair.slice(0, pair.indexOf(","));
  return [...pairs]
    .toSorted((one, other) => ofNeed(one).localeCompare(ofNeed(other)) || (place(one) < place(other) ? -1 : 1))
    .join("\n");
}

const figure = (number: number) => (Number.isNaN(number) ? "" : number.toFixed(2));
