import { expect, it } from "vitest";
import { isDuplicate, type Looks, maxDuplicates } from "./duplicates.rules.ts";

const book: Looks = { title: "The Café: eat well!", categoryId: 1, publisher: "", language: "" };
const isLike = (other: Partial<Looks>, given: Partial<Looks> = {}) =>
  isDuplicate({ ...book, ...given }, { ...book, ...other });

it("finds a title that is typed in another way", () => {
  for (const title of ["Cafe - Eat  well", "THE CAFÉ: EAT WELL", "“Café”, eat well", "The Café: eat well!"])
    expect(isLike({ title }), title).toBe(true);
  expect(isLike({ title: "The Café: eat better" })).toBe(false);
  expect(isLike({ title: "健康 二" }, { title: "健康 二" })).toBe(true);
  expect(isLike({ title: "健康 2" }, { title: "安全 2" })).toBe(false);
  expect(isLike({ title: "!?" }, { title: "..." })).toBe(false);
});

it("takes another format, publisher, or language for another title, but nothing that is unknown", () => {
  expect(isLike({ categoryId: 2 })).toBe(false);
  expect(isLike({ publisher: "Acme" })).toBe(true);
  expect(isLike({ publisher: "ACME, Inc." }, { publisher: "Acme Inc" })).toBe(true);
  expect(isLike({ publisher: "Acme" }, { publisher: "Other" })).toBe(false);
  expect(isLike({ language: "es" }, { language: "en" })).toBe(false);
});

it("prefers the same publisher", () => {
  const [unknown, same] = [
    { ...book, id: 1 },
    { ...book, publisher: "Acme", id: 2 },
  ];
  expect(maxDuplicates({ ...book, publisher: "Acme" }, [unknown, same])).toBe(same);
  expect(maxDuplicates({ ...book, publisher: "New" }, [unknown, same])).toBe(unknown);
  expect(maxDuplicates({ ...book, categoryId: 2 }, [unknown, same])).toBeUndefined();
});
