import { expect, it } from "vitest";
import { factsOf } from "./schools-page.tsx";

const directory = { open: 0, closed: 0, joined: 0, notJoined: 12, file: null };
const terms = (facts: ReturnType<typeof factsOf>) => facts.map(({ term }) => term);

it("the schools page says nothing about unmatched borrowers until there is a directory", () => {
  expect(terms(factsOf(directory))).toEqual(["Last file"]);
  expect(terms(factsOf({ ...directory, open: 3 }))).toContain("Borrowers");
});
