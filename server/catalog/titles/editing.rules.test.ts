import { describe, expect, it } from "vitest";
import { copyChanges, draftOf, normalTags } from "./editing.rules.ts";

describe("tags", () => {
  it.each([
    ["", ""],
    [" , ,, ", ""],
    ["teens,health", "teens, health"],
    ["  Teens ,  mental   health,teens, TEENS", "Teens, mental health"],
    ["健康,健康, corazón", "健康, corazón"],
    ["<b>bold</b>,<script>alert(1)</script>", "<b>bold</b>, <script>alert(1)</script>"],
  ])("'%s' are stored as '%s'", (input, stored) => {
    expect(normalTags(input)).toBe(stored);
    expect(normalTags(stored)).toBe(stored);
  });
});

describe("a SKU number", () => {
  it("is stored without its #, for a title and a copy", () => {
    const codes = { inventoryId: 0, title: "", description: "", categoryId: 1, subjectId: 1, gradeId: 1, tags: "" };
    const draft = draftOf({ ...codes, copies: 1, referenceNumber: "#B12345", skuNumber: "# B1" });
    expect([draft.referenceNumber, draft.skuNumber]).toEqual(["B12345", "B1"]);
  });
});

describe("the copies of an item form", () => {
  const copy = {
    copy_id: 7,
    copy_number: 1,
    sku_number: "B1",
    is_inactive: false,
    archived_at: null,
    inactive_reason: null,
    order_id: null,
    own_shelf_place: null,
  };
  const broken = { ...copy, copy_id: 8, is_inactive: true, inactive_reason: "damaged" };

  it("change only where they differ", () => {
    expect(copyChanges([copy, broken])).toEqual([]);
    expect(
      copyChanges(
        [copy, broken],
        [
          { inventoryItemId: 7, isInactive: false, inactiveReason: null },
          { inventoryItemId: 8, isInactive: true, inactiveReason: "damaged" },
        ],
      ),
    ).toEqual([]);
  });

  it("keep an omitted shelf place", () => {
    const placed = { ...copy, own_shelf_place: "A3" };
    const request = (shelfPlace?: string) => [
      { inventoryItemId: 7, isInactive: false, ...(shelfPlace !== undefined && { shelfPlace }) },
    ];
    expect(copyChanges([placed], request())).toEqual([]);
    expect(copyChanges([placed], request("A3"))).toEqual([]);
    expect(copyChanges([placed], request(""))).toEqual([
      { copyId: 7, isInactive: false, reason: null, shelfPlace: null },
    ]);
  });

  it("keep an omitted reason, and lose a removed one or any when they become active", () => {
    const changed = (isInactive: boolean, inactiveReason?: "lost" | null) =>
      copyChanges(
        [broken],
        [{ inventoryItemId: 8, isInactive, ...(inactiveReason !== undefined && { inactiveReason }) }],
      );
    expect(changed(true)).toEqual([]);
    expect(changed(true, null)).toEqual([{ copyId: 8, isInactive: true, reason: null, shelfPlace: null }]);
    expect(changed(true, "lost")).toEqual([{ copyId: 8, isInactive: true, reason: "lost", shelfPlace: null }]);
    expect(changed(false, "lost")).toEqual([{ copyId: 8, isInactive: false, reason: null, shelfPlace: null }]);
  });
});
