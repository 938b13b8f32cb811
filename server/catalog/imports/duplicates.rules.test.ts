import { expect, it } from "vitest";
import { isDuplicate, type TitleKey, bestDuplicate } from "./duplicates.rules.ts";

const book: TitleKey = { title: "The Café: eat well!", categoryId: 1, publisher: "", language: "" };
const isLike = (other: Partial<TitleKey>, input: Partial<TitleKey> = {}) =>
  isDuplicate({ ...book, ...input }, { ...book, ...other });

it("a title is a duplicate of one that is typed differently", () => {
  for (const title of ["Cafe - Eat  well", "THE CAFÉ: EAT WELL", "“Café”, eat well", "The Café: eat well!"])
    expect(isLike({ title }), title).toBe(true);
  expect(isLike({ title: "The Café: eat better" })).toBe(false);
  expect(isLike({ title: "健康 二" }, { title: "健康 二" })).toBe(true);
  expect(isLike({ title: "健康 2" }, { title: "安全 2" })).toBe(false);
  expect(isLike({ title: "!?" }, { title: "..." })).toBe(false);
});

it("a title with another format, publisher, or language is no duplicate, but one where they are unknown is", () => {
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
