import { describe, expect, it } from "vitest";
import { addressFilters, choiceField, pageField, textField } from "./address-filters.ts";
import { dayField, troubleWith } from "./day-range.ts";

const list = addressFilters<{ text: string; kind: string; day: string; page: number }>("/list", {
  text: textField("q"),
  kind: choiceField("kind", "", ["book", "video"]),
  day: dayField("from"),
  page: pageField(),
});
const read = (search: string) => list.read(new URLSearchParams(search));

describe("a list's filters in its address", () => {
  it("come back from the address as they went in", () => {
    const filters = { text: "50% & more #1 健康", kind: "video", day: "2026-02-28", page: 3 };
    expect(list.read(new URL(list.href(filters), "http://library").searchParams)).toEqual(filters);
  });

  it("leave out what nobody asked for", () => {
    expect(list.href({ text: "  ", kind: "", day: "", page: 1 })).toBe("/list");
    expect(list.href({ page: 2 })).toBe("/list?page=2");
    expect(list.href({ kind: "book" }, "/list/part")).toBe("/list/part?kind=book");
  });

  it("count what makes no sense as not asked for", () => {
    expect(read("q=%00&kind=film&from=2026-02-30&page=0")).toEqual(list.none);
    expect(read("from=0001-01-01&page=1.5")).toEqual(list.none);
    expect(read(`q=${"a".repeat(300)}`).text).toHaveLength(200);
  });

  it("tell one search from another, whatever its page", () => {
    expect(list.isNarrowed({ ...list.none, page: 4 })).toBe(false);
    expect(list.isNarrowed({ ...list.none, kind: "book" })).toBe(true);
    expect(list.keyOf({ ...list.none, page: 4 })).toBe(list.keyOf(list.none));
    expect(list.keyOf({ ...list.none, kind: "book" })).not.toBe(list.keyOf(list.none));
  });

  it("say so when the end is before the start, and only then", () => {
    expect(troubleWith({ startDate: "2026-03-02", endDate: "2026-03-01" })).toBe(
      "End date must not be before start date.",
    );
    expect(troubleWith({ startDate: "2026-03-02", endDate: "2026-03-02" })).toBeUndefined();
    expect(troubleWith({ startDate: "2026-03-02", endDate: "" })).toBeUndefined();
  });
});
