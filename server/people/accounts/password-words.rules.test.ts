import { expect, it } from "vitest";
import { isMadeOf } from "./password-words.rules.ts";

const names = ["rosa.diaz", "Rosa Díaz", "Kings River Union School", "Health Education Lending Library", "Al"];

it.each([
  "kingsriver",
  "KingsRiver2026",
  "kings-river-union",
  "Rosa.Diaz1",
  "rosadíaz!!",
  "library library",
  "my library!",
  "Lending_Library_01",
])("password %s is made of names", (password) => {
  expect(isMadeOf(password, names)).toBe(true);
});

it.each([
  "apples and pears",
  "the river runs uphill",
  "library card at noon",
  "alalalalal",
  "correct horse",
  "健".repeat(9),
])("password %s is not made of names", (password) => {
  expect(isMadeOf(password, names)).toBe(false);
});
