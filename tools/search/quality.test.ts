import { describe, expect, it } from "vitest";
import type { JudgedSet, Query } from "./judged-set.ts";
import { errorRatio, judge, report, toJudge, worst } from "./quality.ts";

const typed = (query: string, more: Partial<Query> = {}): Query => ({
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
const shown = (...skus: string[]) => ({ skus, total: skus.length });
const vaping = judge(typed("vaping"), shown("B1", "B2"), set, shelf);

describe("judging an answer", () => {
  it("scores it by what was judged for its need", () => {
    expect(vaping).toMatchObject({ ndcg: 1, recall: 1, isEmpty: false, unjudged: [] });
  });

  it("does not miss a title that is not on the shelf", () => {
    expect(judge(typed("vape"), shown("B2"), set, new Set(["B2"])).ndcg).toBe(1);
    expect(judge(typed("vape"), shown("B2"), set, shelf).ndcg).toBeLessThan(0.5);
  });

  it("counts what nobody judged, and not what was judged 0", () => {
    expect(judge(typed("vape"), shown("B9", "B3", "B1"), set, shelf).unjudged).toEqual(["B3"]);
  });
});

describe("the report", () => {
  const half = { ndcg: 0.5, recall: 0.5, isEmpty: false, unjudged: [] };
  const error = { query: typed("vapping", { group: "one typing error", clean: "vaping" }), ...half };
  const secret = { query: typed("juul", { half: "held back", need: "juul" }), ...half, isEmpty: true };
  const found = { query: typed("chess", { group: "nothing fits", need: "" }), ...half, ndcg: Number.NaN };

  it("compares an error with the same query without it", () => {
    expect(errorRatio([vaping, error], "one typing error")).toBe(0.5);
  });

  it("counts answers of nothing where something fits, and the other way around", () => {
    expect(report([vaping, error, secret, found])).toContain("| all | 4 | 0.75 | 0.50 |  |  | 1 of 3 | 1 of 1 |");
  });

  it("names no query of the half that is held back", () => {
    const list = worst([vaping, error, secret, found]);
    expect(list).toContain("vapping");
    expect(list).not.toContain("juul");
  });
});

it("lists what is still to judge once, and not in the order of an answer", () => {
  const skus = ["B3", "B4", "B5", "B6", "B7"];
  const asked = (order: string[]) => judge(typed("vape"), shown(...order), set, shelf);
  const listed = toJudge([asked(skus), asked(skus.toReversed())]);
  expect(listed.split("\n").toSorted()).toEqual(skus.map((sku) => `vaping,${sku}`));
  expect(listed).toBe(toJudge([asked(skus.toReversed())]));
});
