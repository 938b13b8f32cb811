import { expect, it } from "vitest";
import { bestDuplicate, isDuplicate, type TitleKey } from "./duplicates.rules.ts";
import { whyKept } from "./undo-titles.ts";
import type { ImportedTitle } from "./imported-titles.queries.ts";

const book: TitleKey = { title: "The Café: eat well!", categoryId: 1, publisher: "", language: "" };
const isLike = (other: Partial<TitleKey>, input: Partial<TitleKey> = {}) =>
  isDuplicate({ ...book, ...input }, { ...book, ...other });

it("titles that differ only in typing are duplicates", () => {
  for (const title of ["Cafe - Eat  well", "THE CAFÉ: EAT WELL", "“Café”, eat well", "The Café: eat well!"])
    expect(isLike({ title }), title).toBe(true);
  expect(isLike({ title: "The Café: eat better" })).toBe(false);
  expect(isLike({ title: "健康 二" }, { title: "健康 二" })).toBe(true);
  expect(isLike({ title: "健康 2" }, { title: "安全 2" })).toBe(false);
  expect(isLike({ title: "!?" }, { title: "..." })).toBe(false);
});

it("titles of different formats, publishers, or languages aren't duplicates, but an unknown one matches any", () => {
  expect(isLike({ categoryId: 2 })).toBe(false);
  expect(isLike({ publisher: "Acme" })).toBe(true);
  expect(isLike({ publisher: "ACME, Inc." }, { publisher: "Acme Inc" })).toBe(true);
  expect(isLike({ publisher: "Acme" }, { publisher: "Other" })).toBe(false);
  expect(isLike({ language: "es" }, { language: "en" })).toBe(false);
});

it("the best duplicate is the one with the same publisher", () => {
  const [unknown, same] = [
    { ...book, id: 1 },
    { ...book, publisher: "Acme", id: 2 },
  ];
  expect(bestDuplicate({ ...book, publisher: "Acme" }, [unknown, same])).toBe(same);
  expect(bestDuplicate({ ...book, publisher: "New" }, [unknown, same])).toBe(unknown);
  expect(bestDuplicate({ ...book, categoryId: 2 }, [unknown, same])).toBeUndefined();
});

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

it("the import of an unused title can be undone", () => {
  expect([whyKept(added), whyKept(changed)]).toEqual([undefined, undefined]);
});

it("an added title in use stays, for the strongest reason", () => {
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
  expect(whyKept({ ...changed, isOrdered: true, isReserved: true })).toBe("reserved");
  expect(whyKept({ ...changed, isEdited: true })).toBe("edited");
});
