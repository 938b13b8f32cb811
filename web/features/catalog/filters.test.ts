import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressOfFilters, filtersOfAddress, noFilters } from "./filters.ts";

/** Parses an address like a browser after a reload. */
const visited = (address: string) => new URL(address, "http://library.example");

const severalOf = (value: fc.Arbitrary<string>) => fc.array(value, { maxLength: 20 }).map((values) => values.join("|"));

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
    const url = visited(addressOfFilters({ text, page: 3 }));
    expect(filtersOfAddress(url)).toEqual({ ...noFilters, text, page: 3 });
    expect(filtersOfAddress(visited(url.href))).toEqual({ ...noFilters, text, page: 3 });
  });

  it("asks for no code that the database cannot hold", () => {
    const filters = filtersOfAddress(visited("/user/inventories?category=32768&subject=99999&grade=65535&page=2"));
    expect(filters).toEqual({ ...noFilters, grade: 65_535, page: 2 });
  });

  it("cuts a text of a path between signs", () => {
    const { text } = filtersOfAddress(visited(`/user/inventories/${"x".repeat(199)}%F0%9F%92%9A`));
    expect(text).toBe("x".repeat(199));
  });

  it("keeps anything typed or chosen", () => {
    const filters = fc.record({
      text: fc.string({ unit: "grapheme" }).map((text) => text.trim()),
      category: fc.nat(9),
      subject: fc.nat(99),
      grade: fc.option(fc.nat(127), { nil: undefined }),
      inStockOnly: fc.boolean(),
      sort: fc.constantFrom("" as const, "newest" as const, "title" as const, "borrowed" as const),
      page: fc.integer({ min: 1, max: 999 }),
      formats: severalOf(fc.integer({ min: 1, max: 99 }).map(String)),
      subjects: severalOf(fc.integer({ min: 1, max: 99 }).map(String)),
      grades: severalOf(fc.integer({ min: 1, max: 99_999 }).map(String)),
      languages: severalOf(fc.constantFrom("en", "es", "fil")),
      years: severalOf(fc.constantFrom("1999", "2026")),
      publishers: severalOf(
        fc
          .string({ unit: "grapheme", minLength: 1 })
          .filter((name) => name.isWellFormed() && !/[|\r\n\u2028\u2029]/.test(name)),
      ),
    });
    fc.assert(
      fc.property(filters, (asked) => {
        expect(filtersOfAddress(visited(addressOfFilters(asked)))).toEqual(asked);
      }),
    );
  });

  it("asks for no values that make no sense", () => {
    const query = "formats=x&subjects=1|0&grades=-1&languages=english&years=99&publishers=|";
    expect(filtersOfAddress(visited(`/user/inventories?${query}`))).toEqual(noFilters);
    expect(filtersOfAddress(visited(`/user/inventories?subjects=${"1|".repeat(20)}1`))).toEqual(noFilters);
  });

  it("is short without filters", () => {
    expect(addressOfFilters({})).toBe("/user/inventories");
    expect(addressOfFilters({ text: "  hiv  " })).toBe("/user/inventories/hiv");
  });

  it("reads a broken address as well as possible", () => {
    expect(filtersOfAddress({ pathname: "/user/inventories/100%", search: "?page=-1&category=x&grade=1e9" })).toEqual({
      ...noFilters,
      text: "100%",
    });
  });
});
