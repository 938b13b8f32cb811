import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { demonstrationOrders } from "../demonstration-orders.ts";
import { recentAdditions } from "../seed-items.ts";
import { readDemonstrationCatalog } from "../seed-demonstration-library.ts";
import { demonstrationItems } from "./demonstration-items.ts";
import { titleKey } from "./titles.ts";

const rows = readDemonstrationCatalog();
const items = demonstrationItems(rows);

const share = (part: (item: (typeof items)[number]) => boolean) => items.filter(part).length / items.length;

describe("the library made from the rows", () => {
  // Half a second; longer on a busy machine.
  it("is deterministic", { timeout: 30_000 }, () => {
    const fingerprint = (library: unknown) => createHash("sha256").update(JSON.stringify(library)).digest("hex");
    expect(fingerprint(demonstrationItems(readDemonstrationCatalog()))).toBe(fingerprint(items));
  });

  it("has every row as a title with a unique number, a letter for the category and five digits", () => {
    expect(items).toHaveLength(668);
    expect(new Set(items.map((item) => item.referenceNumber)).size).toBe(668);
    const letters = ["", "B", "V", "A"];
    expect(
      items.filter(
        (item) =>
          !/^[BVA][1-9]\d{4}$/u.test(item.referenceNumber) || item.referenceNumber[0] !== letters[item.categoryId],
      ),
    ).toEqual([]);
  });

  it("has no title that is empty, too long, or a duplicate to the eye", () => {
    expect(items.filter(({ title }) => title.length === 0 || title.length > 150)).toEqual([]);
    expect(new Set(items.map(({ title }) => titleKey(title))).size).toBe(items.length);
  });

  it("describes every title, starting with the whole title where it was shortened", () => {
    expect(items.filter(({ description }) => description.length < 15)).toEqual([]);
    const shortened = items.filter(({ title }) => title.endsWith("…"));
    expect(shortened.length).toBeGreaterThan(5);
    expect(shortened.filter(({ title, description }) => !description.startsWith(title.slice(0, -1)))).toEqual([]);
  });

  it("has no text from LibriVox summaries", () => {
    expect(rows.filter((row) => row.id.startsWith("LV") && row.description !== "")).toEqual([]);
  });

  it("gives every title a grade, all grades often, and grades 9 to 12 most often", () => {
    expect(items.filter(({ gradeId }) => gradeId < 1 || gradeId > 63)).toEqual([]);
    expect(share(({ gradeId }) => gradeId === 63)).toBeGreaterThan(0.08);
    expect(share(({ gradeId }) => (gradeId & 16) > 0)).toBeGreaterThan(0.4);
    for (const bit of [1, 2, 4, 8, 16, 32]) expect(share(({ gradeId }) => (gradeId & bit) > 0)).toBeGreaterThan(0.05);
  });

  it("has none to six copies of a title, and none of about one in twelve", () => {
    expect(new Set(items.map(({ copies }) => copies))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
    expect(Math.abs(share(({ copies }) => copies === 0) - 0.08)).toBeLessThan(0.02);
  });

  it("uses every subject, HIV Prevention among them", () => {
    expect(new Set(items.map(({ subjectId }) => subjectId))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]));
  });

  it("tags no title twice with the same word, and leaves few without", () => {
    const tags = items.map((item) => item.tags.split(", ").map((tag) => tag.toLowerCase()));
    expect(tags.filter((list) => new Set(list).size !== list.length)).toEqual([]);
    expect(share((item) => item.tags === "")).toBeLessThan(0.02);
  });

  it("contains the titles of the orders and the recent additions, and new titles were never lent", () => {
    const known = new Set(items.map(({ sourceId }) => sourceId));
    const ordered = demonstrationOrders.flatMap((order) => order.lines.map((line) => line.sourceId));
    expect([...ordered, ...recentAdditions].filter((id) => !known.has(id))).toEqual([]);
    expect(ordered.filter((id) => recentAdditions.includes(id))).toEqual([]);
    const shelf = new Map(items.map((item) => [item.sourceId, item]));
    expect(recentAdditions.filter((id) => shelf.get(id)?.copies === 0)).toEqual([]);
  });
});
