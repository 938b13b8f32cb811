import { describe, expect, it } from "vitest";
import type { JudgedSet, Query } from "./judged-set.ts";
import { errorRatio, judge, report, toJudge, worst } from "./quality.ts";

const queryOf = (query: string, more: Partial<Query> = {}): Query => ({
  query,
  group: "topic",
  language: "en",
  half: "tuning",
  need: "vaping",
  clean: "",
  note: "",
  ...more,
});
const byNeed: JudgedSet["byNeed"] = new Map([
  ["vaping", new Map([["B1", 3] as const, ["B2", 1] as const, ["B9", 0] as const])],
]);
const set: JudgedSet = { queries: [], judged: [], byNeed };
const shelf = new Set(["B1", "B2", "B3", "B9"]);
const resultsOf = (...skus: string[]) => ({ skus, total: skus.length, withClose: skus });
const vaping = judge(queryOf("vaping"), resultsOf("B1", "B2"), set, shelf);

describe("the judgement of a query's results", () => {
  it("scores by the judgements for its need", () => {
    expect(vaping).toMatchObject({ ndcg: 1, recall: 1, isEmpty: false, unjudged: [] });
  });

  it("doesn't miss a title that isn't on the shelf", () => {
    expect(judge(queryOf("vape"), resultsOf("B2"), set, new Set(["B2"])).ndcg).toBe(1);
    expect(judge(queryOf("vape"), resultsOf("B2"), set, shelf).ndcg).toBeLessThan(0.5);
  });

  it("scores the titles behind “Close to it” after the results, in a figure of their own", () => {
    const result = judge(queryOf("vape"), { skus: [], total: 0, withClose: ["B1", "B2"] }, set, shelf);
    expect(result).toMatchObject({ ndcg: 0, ndcgWithClose: 1, isEmpty: true });
  });

  it("counts titles without a judgement, but not those judged 0", () => {
    expect(judge(queryOf("vape"), resultsOf("B9", "B3", "B1"), set, shelf).unjudged).toEqual(["B3"]);
  });
});

describe("the report", () => {
  const half = { ndcg: 0.5, ndcgWithClose: 0.75, recall: 0.5, isEmpty: false, unjudged: [] };
  const error = { query: queryOf("vapping", { group: "one typing error", clean: "vaping" }), ...half };
  const secret = { query: queryOf("juul", { half: "held back", need: "juul" }), ...half, isEmpty: true };
  const chess = { query: queryOf("chess", { group: "nothing fits", need: "" }), ...half, ndcg: Number.NaN };

  it("compares a typing error with the same query without it", () => {
    expect(errorRatio([vaping, error], "one typing error")).toBe(0.5);
  });

  it("counts empty results although something fits, and results although nothing fits", () => {
    expect(report([vaping, error, secret, chess])).toContain(
      "| all | 4 | 0.75 | 0.88 | 0.50 |  |  | 1 of 3 | 1 of 1 |",
    );
  });

  it("names no query of the held-back half", () => {
    const list = worst([vaping, error, secret, chess]);
    expect(list).toContain("vapping");
    expect(list).not.toContain("juul");
  });
});

it("pairs without a judgement are listed once, and not in the order of the results", () => {
  const skus = ["B3", "B4", "B5", "B6", "B7"];
  const resultOf = (order: string[]) => judge(queryOf("vape"), resultsOf(...order), set, shelf);
  const listed = toJudge([resultOf(skus), resultOf(skus.toReversed())]);
  expect(listed.split("\n").toSorted()).toEqual(skus.map((sku) => `vaping,${sku}`));
  expect(listed).toBe(toJudge([resultOf(skus.toReversed())]));
});
