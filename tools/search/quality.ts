import { createHash } from "node:crypto";
import { groups, halves, type JudgedSet, type Judgement, mean, ndcg, type Query, recall } from "./judged-set.ts";
import type { Shown } from "./search-library.ts";
import { table } from "#tools/bench/library.ts";

const page = 10;
const deep = 50;

/** How well one query was answered; figures that say nothing about it are NaN. */
export type Answered = {
  query: Query;
  ndcg: number;
  recall: number;
  isEmpty: boolean;
  /** The SKUs of the first page that nobody judged for this need. */
  unjudged: string[];
};

/** Judges an answer. A title that the library does not have on its shelf is not missed. */
export function judge(
  query: Query,
  { skus, total }: Shown,
  { byNeed }: JudgedSet,
  shelf: ReadonlySet<string>,
): Answered {
  const ofNeed = byNeed.get(query.need) ?? new Map<string, Judgement>();
  const shown = skus.map((sku) => ofNeed.get(sku) ?? 0);
  const all = [...ofNeed].filter(([sku]) => shelf.has(sku)).map(([, judgement]) => judgement);
  return {
    query,
    ndcg: ndcg(shown, all, page),
    recall: recall(shown, all, deep),
    isEmpty: total === 0,
    unjudged: query.need === "" ? [] : skus.slice(0, page).filter((sku) => !ofNeed.has(sku)),
  };
}

const isError = ({ query }: Answered) => query.group.includes("typing error");
const fitsNothing = ({ query }: Answered) => query.group === "nothing fits";
const isSpanish = ({ query }: Answered) => query.group === "spanish";
const isClean = (answered: Answered) => !isError(answered) && !fitsNothing(answered) && !isSpanish(answered);

/** The figures by group and by half, and the goals, as tables in Markdown. */
export function report(answers: readonly Answered[]): string {
  const byGroup = groups.map((group) =>
    rowOf(
      group,
      answers.filter(({ query }) => query.group === group),
    ),
  );
  const goals = ["all", ...halves].map((half) => {
    const these = answers.filter(({ query }) => half === "all" || query.half === half);
    const clean = mean(these.filter(isClean).map((answered) => answered.ndcg));
    const spanish = mean(these.filter(isSpanish).map((answered) => answered.ndcg));
    const nothing = these.filter(fitsNothing);
    return [
      half,
      these.length,
      figure(clean),
      figure(errorRatio(these, "one typing error")),
      figure(errorRatio(these, "two typing errors")),
      figure(spanish / clean),
      `${these.filter((answered) => answered.isEmpty && !fitsNothing(answered)).length} of ${these.length - nothing.length}`,
      `${nothing.filter(({ isEmpty }) => !isEmpty).length} of ${nothing.length}`,
    ];
  });
  const unjudged = answers.reduce((sum, answered) => sum + answered.unjudged.length, 0);
  return [
    table(
      [
        "half",
        "queries",
        "nDCG@10, clean English",
        "one error: its clean",
        "two errors",
        "Spanish: clean",
        "empty, something fits",
        "found, nothing fits",
      ],
      goals,
    ),
    table(
      ["group", "queries", "nDCG@10", ...halves, "recall@50", "empty, something fits", "found, nothing fits"],
      byGroup,
    ),
    `Titles on the first pages that nobody judged, counted as 0: ${unjudged}.`,
  ].join("\n\n");
}

function rowOf(group: string, answers: readonly Answered[]) {
  const fits = answers.filter((answered) => !fitsNothing(answered));
  return [
    group,
    answers.length,
    figure(mean(answers.map((answered) => answered.ndcg))),
    ...halves.map((half) => figure(mean(answers.filter(({ query }) => query.half === half).map(({ ndcg }) => ndcg)))),
    figure(mean(answers.map((answered) => answered.recall))),
    fits.filter(({ isEmpty }) => isEmpty).length,
    answers.filter((answered) => fitsNothing(answered) && !answered.isEmpty).length,
  ];
}

/** The nDCG of a group of typing errors, divided by that of the same queries without errors. */
export function errorRatio(answers: readonly Answered[], group: Query["group"]): number {
  const clean = new Map(answers.map((answered) => [answered.query.query, answered.ndcg]));
  const errors = answers.filter(({ query }) => query.group === group);
  return mean(errors.map(({ ndcg }) => ndcg)) / mean(errors.map(({ query }) => clean.get(query.clean) ?? Number.NaN));
}

/** The tuning half's queries, worst first; the other half is held back from who tunes. */
export function worst(answers: readonly Answered[]): string {
  const rows = answers
    .filter(({ query }) => query.half === "tuning")
    .map((answered) => ({ ...answered, good: fitsNothing(answered) ? Number(answered.isEmpty) : answered.ndcg }))
    .toSorted((one, other) => one.good - other.good)
    .map(({ query, good, isEmpty }) => [query.query, query.group, figure(good), isEmpty ? "empty" : ""]);
  return table(["query", "group", "nDCG@10", ""], rows);
}

/** What is still to judge: by need, in an order that says nothing about the ranking. */
export function toJudge(answers: readonly Answered[]): string {
  const place = (pair: string) => createHash("sha256").update(pair).digest("hex");
  const pairs = new Set(answers.flatMap(({ query, unjudged }) => unjudged.map((sku) => `${query.need},${sku}`)));
  const ofNeed = (pair: string) => pair.slice(0, pair.indexOf(","));
  return [...pairs]
    .toSorted((one, other) => ofNeed(one).localeCompare(ofNeed(other)) || (place(one) < place(other) ? -1 : 1))
    .join("\n");
}

const figure = (number: number) => (Number.isNaN(number) ? "" : number.toFixed(2));
