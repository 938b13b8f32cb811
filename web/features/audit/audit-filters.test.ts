import { describe, expect, it } from "vitest";
import { auditFilters } from "./audit-filters.ts";

const read = (search: string) => auditFilters.read(new URLSearchParams(search));
const nothing = { kind: "", subjectId: 0, userId: 0, text: "", startDate: "", endDate: "", page: 1 } as const;

describe("the filters of the audit", () => {
  it("survive a round trip through the address", () => {
    const filters = {
      kind: "order",
      subjectId: 12,
      userId: 3,
      text: "late & lost?",
      startDate: "2026-02-01",
      endDate: "2026-02-28",
      page: 4,
    } as const;
    expect(auditFilters.read(new URL(auditFilters.href(filters), "http://library").searchParams)).toEqual(filters);
  });

  it("leave a plain address without filters", () => {
    expect(auditFilters.href(nothing)).toBe("/admin/audit");
    expect(auditFilters.isNarrowed(nothing)).toBe(false);
    expect(auditFilters.isNarrowed({ ...nothing, page: 7 })).toBe(false);
    expect(auditFilters.isNarrowed({ ...nothing, text: "x" })).toBe(true);
  });

  it("ignore an invalid address", () => {
    expect(read("kind=secrets&id=4&user=-1&from=yesterday&to=2026-02-30&page=-1")).toEqual(nothing);
    expect(read("from=0001-01-01&page=1.5&user=99999999999")).toEqual(nothing);
  });

  it("keep a thing's id only together with its kind", () => {
    expect(read("id=12").subjectId).toBe(0);
    expect(read("kind=news&id=12").subjectId).toBe(12);
    expect(auditFilters.href({ subjectId: 12 })).toBe("/admin/audit");
  });
});
