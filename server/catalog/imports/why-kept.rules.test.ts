import { expect, it } from "vitest";
import { whyKept } from "./undo-import.ts";
import { type ImportedTitle } from "./imported-titles.queries.ts";

const added: ImportedTitle = {
  row: 2,
  itemId: 1,
  kind: "added",
  copies: 2,
  own: 2,
  isEdited: false,
  isOrdered: false,
  isInCart: false,
  hasLaterCopies: false,
  isLabeled: false,
  isLent: false,
  isChanged: false,
  isReserved: false,
};
const changed: ImportedTitle = { ...added, kind: "changed" };

it("an unused title can be undone", () => {
  expect([whyKept(added), whyKept(changed)]).toEqual([undefined, undefined]);
});

it("an added title that was used is kept for the strongest reason", () => {
  expect(whyKept({ ...added, isOrdered: true, isEdited: true })).toBe("ordered");
  expect(whyKept({ ...added, isInCart: true, isLabeled: true })).toBe("in-cart");
  expect(whyKept({ ...added, isEdited: true, hasLaterCopies: true })).toBe("edited");
  expect(whyKept({ ...added, isLabeled: true })).toBe("labeled");
  expect(whyKept({ ...added, hasLaterCopies: true })).toBe("copies-added");
  expect(whyKept({ ...added, isChanged: true })).toBe("copies-changed");
  expect(whyKept({ ...added, own: 1 })).toBe("copies-changed");
});

it("a changed title that is ordered can be restored unless its new copies are needed", () => {
  expect(whyKept({ ...changed, isOrdered: true, isInCart: true })).toBeUndefined();
  expect(whyKept({ ...changed, isOrdered: true, isLent: true })).toBe("lent");
  expect(whyKept({ ...changed, isOrdered: true, isReserved: true })).toBe("promised");
  expect(whyKept({ ...changed, isEdited: true })).toBe("edited");
});
