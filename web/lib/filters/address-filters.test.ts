import { describe, expect, it } from "vitest";
import { addressFilters, choiceField, pageField, textField } from "./address-filters.ts";
import { dateRangeError, dayField } from "./list.ts";

const list = addressFilters<{ text: string; kind: string; day: string; page: number }>("/list", {
  text: textField("q"),
  kind: choiceField("kind", "", ["book", "video"]),
  day: dayField("from"),
  page: pageField(),
});
const read = (search: string) => list.read(new URLSearchParams(search));

describe("a list's filters in its address", () => {
  it("survive a round trip through the address", () => {
    const filters = { text: "50% & more #1 健康", kind: "video", day: "2026-02-28", page: 3 };
    expect(list.read(new URL(list.href(filters), "http://library").searchParams)).toEqual(filters);
  });

  it("leave out default values", () => {
    expect(list.href({ text: "  ", kind: "", day: "", page: 1 })).toBe("/list");
    expect(list.href({ page: 2 })).toBe("/list?page=2");
    expect(list.href({ kind: "book" }, "/list/part")).toBe("/list/part?kind=book");
  });

  it("ignore invalid values", () => {
    expect(read("q=%00&kind=film&from=2026-02-30&page=0")).toEqual(list.none);
    expect(read("from=0001-01-01&page=1.5")).toEqual(list.none);
    expect(read(`q=${"a".repeat(300)}`).text).toHaveLength(200);
  });

  it("distinguish searches, but not their pages", () => {
    expect(list.isNarrowed({ ...list.none, page: 4 })).toBe(false);
    expect(list.isNarrowed({ ...list.none, kind: "book" })).toBe(true);
    expect(list.keyOf({ ...list.none, page: 4 })).toBe(list.keyOf(list.none));
    expect(list.keyOf({ ...list.none, kind: "book" })).not.toBe(list.keyOf(list.none));
  });

  it("report an end date before the start date", () => {
    expect(dateRangeError({ startDate: "2026-03-02", endDate: "2026-03-01" })).toBe(
      "End date must not be before start date.",
    );
    expect(dateRangeError({ startDate: "2026-03-02", endDate: "2026-03-02" })).toBeUndefined();
    expect(dateRangeError({ startDate: "2026-03-02", endDate: "" })).toBeUndefined();
  });
});
