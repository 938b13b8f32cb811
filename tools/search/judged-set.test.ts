import { describe, expect, it } from "vitest";
import { demonstrationItems } from "#db/seed/demonstration-items.ts";
import { halves, readJudgedSet } from "./judged-set.ts";

const { queries, judged, byNeed } = readJudgedSet();
const titles = new Map(demonstrationItems().map(({ referenceNumber, title }) => [referenceNumber, title]));
const isError = ({ group }: { group: string }) => group.endsWith("typing error") || group.endsWith("typing errors");

describe("the judged set", () => {
  it("uses the SKUs of the demonstration library's titles", () => {
    const wrongTitles = judged.filter(({ sku, title }) => titles.get(sku) !== title);
    expect(wrongTitles).toEqual([]);
    const unknownSkus = [...byNeed.values()].flatMap((skus) => [...skus.keys()]).filter((sku) => !titles.has(sku));
    expect(unknownSkus).toEqual([]);
  });

  it("has a matching title for each query, or says that nothing fits", () => {
    const needs = new Set(judged.map(({ need }) => need));
    const mismatches = queries.filter(({ need, group }) => (group === "nothing fits" ? need !== "" : !needs.has(need)));
    expect(mismatches).toEqual([]);
  });

  it("judges only needs that some query has", () => {
    const needs = new Set(queries.map(({ need }) => need));
    expect([...byNeed.keys()].filter((need) => !needs.has(need))).toEqual([]);
  });

  it("has at least 200 queries without repeats", () => {
    expect(new Set(queries.map(({ query }) => query)).size).toBe(queries.length);
    expect(queries.length).toBeGreaterThanOrEqual(200);
  });

  it("links each typing error to the correct query with the same need", () => {
    const correctQueries = new Map(queries.filter((query) => !isError(query)).map((query) => [query.query, query]));
    const unlinked = queries.filter((query) =>
      isError(query) ? correctQueries.get(query.clean)?.need !== query.need : query.clean !== "",
    );
    expect(unlinked).toEqual([]);
  });

  it("holds back about half of the queries, keeping those with the same need together", () => {
    const halfOf = new Map(queries.map(({ need, half }) => [need, half]));
    expect(queries.filter(({ need, half }) => need !== "" && halfOf.get(need) !== half)).toEqual([]);
    for (const half of halves) {
      const share = queries.filter((query) => query.half === half).length / queries.length;
      expect(share, half).toBeGreaterThan(0.4);
    }
  });
});
