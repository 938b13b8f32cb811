import { describe, expect, it } from "vitest";
import { addressOfFilters, filtersOfAddress, noFilters } from "./catalog-queries.ts";

/** Parses an address as a browser does after a reload. */
const reload = (address: string) => new URL(address, "http://library.example");

describe("the address of a search", () => {
  it.each([
    "and/or",
    "100%",
    "%2F",
    "%252F",
    "#1",
    "why?",
    "a&b=c+d",
    "salud sexual: ¿qué?",
    "健康",
    "صحة",
    "💊 facts",
    ".",
    "..",
    "a.b",
    "\\",
    "administrator",
  ])("keeps %j through a round trip and a reload", (text) => {
    const url = reload(addressOfFilters({ text, page: 3 }));
    expect(filtersOfAddress(url)).toEqual({ ...noFilters, text, page: 3 });
    expect(filtersOfAddress(reload(url.href))).toEqual({ ...noFilters, text, page: 3 });
  });

  it("ignores codes the database can't hold", () => {
    const filters = filtersOfAddress(reload("/user/inventories?category=32768&subject=99999&grade=65535&page=2"));
    expect(filters).toEqual({ ...noFilters, grade: 65_535, page: 2 });
  });

  it("truncates a long search text between characters", () => {
    const { text } = filtersOfAddress(reload(`/user/inventories/${"x".repeat(199)}%F0%9F%92%9A`));
    expect(text).toBe("x".repeat(199));
  });

  it("ignores invalid facet values", () => {
    const query = "formats=x&subjects=1|0&grades=-1&languages=english&years=99&publishers=|";
    expect(filtersOfAddress(reload(`/user/inventories?${query}`))).toEqual(noFilters);
    expect(filtersOfAddress(reload(`/user/inventories?subjects=${"1|".repeat(20)}1`))).toEqual(noFilters);
  });

  it("is short without filters", () => {
    expect(addressOfFilters({})).toBe("/user/inventories");
    expect(addressOfFilters({ text: "  hiv  " })).toBe("/user/inventories/hiv");
  });

  it("keeps its valid parts when others are broken", () => {
    expect(filtersOfAddress({ pathname: "/user/inventories/100%", search: "?page=-1&category=x&grade=1e9" })).toEqual({
      ...noFilters,
      text: "100%",
    });
  });
});
