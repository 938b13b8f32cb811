import { describe, expect, it } from "vitest";
import { copyChanges, draftOf, normalTags, schemeOf, skuOf } from "./editing.rules.ts";

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
    own_shelf_location: null,
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

  it("keep an omitted shelf location", () => {
    const placed = { ...copy, own_shelf_location: "A3" };
    const request = (shelfLocation?: string) => [
      { inventoryItemId: 7, isInactive: false, ...(shelfLocation !== undefined && { shelfLocation }) },
    ];
    expect(copyChanges([placed], request())).toEqual([]);
    expect(copyChanges([placed], request("A3"))).toEqual([]);
    expect(copyChanges([placed], request(""))).toEqual([
      { copyId: 7, isInactive: false, reason: null, shelfLocation: null },
    ]);
  });

  it("keep an omitted reason, and lose it when it is removed or they become active", () => {
    const changed = (isInactive: boolean, inactiveReason?: "lost" | null) =>
      copyChanges(
        [broken],
        [{ inventoryItemId: 8, isInactive, ...(inactiveReason !== undefined && { inactiveReason }) }],
      );
    expect(changed(true)).toEqual([]);
    expect(changed(true, null)).toEqual([{ copyId: 8, isInactive: true, reason: null, shelfLocation: null }]);
    expect(changed(true, "lost")).toEqual([{ copyId: 8, isInactive: true, reason: "lost", shelfLocation: null }]);
    expect(changed(false, "lost")).toEqual([{ copyId: 8, isInactive: false, reason: null, shelfLocation: null }]);
  });
});

it("the most common numbering scheme of SKUs wins, and in a tie the newer one", () => {
  expect(schemeOf(["KIT", "B00012", "V7", "b00011"])).toMatchObject({ prefix: "B", digits: 5, newest: 12 });
  expect(schemeOf(["V7", "B00012"])).toMatchObject({ prefix: "V", digits: 1, newest: 7 });
  expect(schemeOf(["2-15", "2-14"])).toMatchObject({ prefix: "2-", digits: 2, newest: 15 });
  expect(schemeOf(["1204"])).toMatchObject({ prefix: "", digits: 4, newest: 1204 });
});

it("SKUs without numbers have no numbering scheme", () => {
  expect(schemeOf(["KIT", "HEALTH"])).toBeUndefined();
  expect(schemeOf([])).toBeUndefined();
});

it("a SKU is padded with zeros, and numbers that make it too long are skipped", () => {
  const scheme = { prefix: "B", digits: 4, newest: 1 };
  expect(skuOf(scheme, [13, 2])).toBe("B0013");
  expect(skuOf(scheme, [10_000])).toBe("B10000");
  expect(skuOf(scheme, [100_000, 7])).toBe("B0007");
  expect(skuOf(scheme, [100_000, null])).toBe("");
});
