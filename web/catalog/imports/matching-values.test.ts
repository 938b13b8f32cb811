import { expect, it } from "vitest";
import { bodyOf, type MatchingValues, problemsOf } from "./match-columns.tsx";

const values: MatchingValues = {
  fields: ["title", null, "tags"],
  categoryId: 1,
  subjectId: 0,
  gradeId: 0,
  description: "",
  copies: "2",
  existing: "skip",
  unknown: "fault",
  longTitles: "fault",
};
const messages = (changed: Partial<MatchingValues>, kind: "csv" | "marc" = "csv") =>
  problemsOf({ ...values, ...changed }, kind).map(({ field, message }) => `${field}: ${message}`);

it("column matching requires a title column for a CSV only", () => {
  expect(messages({})).toEqual([]);
  expect(messages({ fields: [null, "tags"] })).toEqual(["fields.0: Choose the column that holds the titles."]);
  expect(messages({ fields: [] }, "marc")).toEqual([]);
});

it("column matching allows several columns for tags and descriptions, and reports other duplicates", () => {
  expect(messages({ fields: ["tags", "title", "tags", "description", "description"] })).toEqual([]);
  expect(messages({ fields: ["title", "category", "title", "category"] })).toEqual([
    "fields.2: Only one column can be the Title.",
    "fields.3: Only one column can be the Category.",
  ]);
});

it.each(["", "-1", "1.5", "51", "many"])("column matching reports %j as an invalid number of copies", (copies) => {
  expect(messages({ copies })).toEqual(["copies: Number of copies must be from 0 to 50."]);
});

it("column matching ignores the hidden number of copies when a column provides it", () => {
  expect(messages({ copies: "many", fields: ["title", "copies"] })).toEqual([]);
});

it("column matching sends typed text in the API's format", () => {
  expect(bodyOf(values)).toEqual({
    fields: ["title", null, "tags"],
    existing: "skip",
    unknown: "fault",
    longTitles: "fault",
    defaults: { categoryId: 1, subjectId: 0, gradeId: 0, description: "", copies: 2 },
  });
  expect(bodyOf({ ...values, copies: "many", fields: ["title", "copies"] })).toMatchObject({ defaults: { copies: 1 } });
});
