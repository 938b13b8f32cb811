import { describe, expect, it } from "vitest";
import { demonstrationItems } from "#db/seed/rules/demonstration-items.ts";
import { readDemonstrationCatalog } from "#db/seed/seed-demonstration-library.ts";
import { halves, readJudgedSet } from "./judged-set.ts";

const { queries, judged, byNeed } = readJudgedSet();
const titles = new Map(
  demonstrationItems(readDemonstrationCatalog()).map(({ referenceNumber, title }) => [referenceNumber, title]),
);
const isError = ({ group }: { group: string }) => group.endsWith("typing error") || group.endsWith("typing errors");

describe("the judged set", () => {
  it("names titles of the demonstration library by their right SKUs", () => {
    const wrong = judged.filter(({ sku, title }) => titles.get(sku) !== title);
    expect(wrong).toEqual([]);
    const unknown = [...byNeed.values()].flatMap((skus) => [...skus.keys()]).filter((sku) => !titles.has(sku));
    expect(unknown).toEqual([]);
  });

  it("has a title that fits each query, or says that none does", () => {
    const needs = new Set(judged.map(({ need }) => need));
    const without = queries.filter(({ need, group }) => (group === "nothing fits" ? need !== "" : !needs.has(need)));
    expect(without).toEqual([]);
  });

  it("has judgements only for needs that a query has", () => {
    const needs = new Set(queries.map(({ need }) => need));
    expect([...byNeed.keys()].filter((need) => !needs.has(need))).toEqual([]);
  });

  it("has each query once, at least 200 of them", () => {
    expect(new Set(queries.map(({ query }) => query)).size).toBe(queries.length);
    expect(queries.length).toBeGreaterThanOrEqual(200);
  });

  it("links each typing error to its query without errors, which has the same need", () => {
    const clean = new Map(queries.filter((query) => !isError(query)).map((query) => [query.query, query]));
    const loose = queries.filter((query) =>
      isError(query) ? clean.get(query.clean)?.need !== query.need : query.clean !== "",
    );
    expect(loose).toEqual([]);
  });

  it("holds back about half of the queries, and all queries of a need together", () => {
    const halfOf = new Map(queries.map(({ need, half }) => [need, half]));
    expect(queries.filter(({ need, half }) => need !== "" && halfOf.get(need) !== half)).toEqual([]);
    for (const half of halves) {
      const share = queries.filter((query) => query.half === half).length / queries.length;
      expect(share, half).toBeGreaterThan(0.4);
    }
  });
});
