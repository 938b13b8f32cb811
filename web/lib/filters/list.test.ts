import { describe, expect, it } from "vitest";
import { idField, pageField } from "./address-filters.ts";
import { endField, list, searchField, selectField, sortField, startField } from "./list.ts";

const books = list({
  path: "/books",
  filters: {
    searchString: searchField("q", "Find books"),
    kind: selectField("kind", "Kind", [
      { value: "", label: "All" },
      { value: "atlas", label: "Atlases" },
    ]),
    shelf: idField("shelf"),
    sort: sortField("sort", "Sort by", [
      { value: "title", label: "Title" },
      { value: "newest", label: "Newest" },
    ]),
    startDate: startField(),
    endDate: endField(),
    page: pageField(),
  },
  key: ["books"],
  ask: async () => ({ data: [], total: 0 }),
});

describe("a list", () => {
  it("reads its form, keeps filters without an input, and starts on the first page", () => {
    const before = { ...books.none, shelf: 7, page: 4 };
    const filters = books.chosenBy(new URLSearchParams("q=maps&kind=atlas&from=2026-02-01&to="), before);
    expect(filters).toEqual({ ...books.none, searchString: "maps", kind: "atlas", shelf: 7, startDate: "2026-02-01" });
  });

  it("is narrowed by filters but not by sorting or pages, and resets its form for a new filter or sorting", () => {
    expect(books.isNarrowed({ ...books.none, sort: "newest", page: 2 })).toBe(false);
    expect(books.isNarrowed({ ...books.none, kind: "atlas" })).toBe(true);
    expect(books.keyOf({ ...books.none, sort: "newest" })).not.toBe(books.keyOf(books.none));
  });

  it("makes no call while the end date is before the start date", () => {
    const filters = { ...books.none, startDate: "2026-02-02", endDate: "2026-02-01" };
    expect(books.trouble(filters)).toEqual({ name: "to", words: "End date must not be before start date." });
    expect(books.query(filters).enabled).toBe(false);
    expect(books.trouble({ ...filters, endDate: "" })).toBeUndefined();
  });
});
