import { expect, it } from "vitest";
import { type MatchingValues, problemsOf, sentOf } from "./matching-values.ts";

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

it("requires a title column, for a CSV only", () => {
  expect(messages({})).toEqual([]);
  expect(messages({ fields: [null, "tags"] })).toEqual(["fields.0: Choose the column that holds the titles."]);
  expect(messages({ fields: [] }, "marc")).toEqual([]);
});

it("allows several columns for tags and descriptions, and reports any other duplicate", () => {
  expect(messages({ fields: ["tags", "title", "tags", "description", "description"] })).toEqual([]);
  expect(messages({ fields: ["title", "category", "title", "category"] })).toEqual([
    "fields.2: Only one column can be the Title.",
    "fields.3: Only one column can be the Category.",
  ]);
});

it.each(["", "-1", "1.5", "51", "many"])("reports %j copies", (copies) => {
  expect(messages({ copies })).toEqual(["copies: Number of copies must be from 0 to 50."]);
});

it("ignores the hidden number of copies when a column provides it", () => {
  expect(messages({ copies: "many", fields: ["title", "copies"] })).toEqual([]);
});

it("sends typed text in the API's format", () => {
  expect(sentOf(values)).toEqual({
    fields: ["title", null, "tags"],
    existing: "skip",
    unknown: "fault",
    longTitles: "fault",
    defaults: { categoryId: 1, subjectId: 0, gradeId: 0, description: "", copies: 2 },
  });
  expect(sentOf({ ...values, copies: "many", fields: ["title", "copies"] })).toMatchObject({ defaults: { copies: 1 } });
});
