import { expect, it } from "vitest";
import { announcementOf } from "./import-words.ts";
import { titleView } from "#web/catalog/imports/title-view.tsx";
import { problemsOf } from "./match-columns.tsx";
import { bodyOf, type MatchingValues } from "./matching-values.ts";

const counts = {
  added: 0,
  changed: 0,
  unchanged: 0,
  skipped: 0,
  faulty: 0,
  copies: 0,
  noted: 0,
  duplicates: 0,
};

it("an import announces its progress every quarter, not every percent", () => {
  const checking = { kind: "csv", state: "checking", counts, message: null, undone: null } as const;
  const announcements = Array.from({ length: 101 }, (_, progress) =>
    announcementOf({ ...checking, progress }, titleView),
  );
  expect([...new Set(announcements)]).toEqual([
    "Checking the file.",
    "Checking the file, 25 percent.",
    "Checking the file, 50 percent.",
    "Checking the file, 75 percent.",
  ]);
});

const values: MatchingValues = {
  format: { encoding: "UTF-8", delimiter: "comma", headerRow: 1 },
  fields: ["title", null, "tags"],
  categoryId: 1,
  subjectId: 7,
  gradeId: 4,
  description: "About it.",
  language: "",
  copies: "2",
  existing: "skip",
  unknown: "fault",
  longTitles: "fault",
  skuDigits: null,
};
const messages = (changes: Partial<MatchingValues>, kind: "csv" | "marc" = "csv") =>
  problemsOf({ ...values, ...changes }, kind, titleView).map(({ field, message }) => `${field}: ${message}`);

it("column matching requires a title column for a CSV only", () => {
  expect(messages({})).toEqual([]);
  expect(messages({ fields: [null, "tags"] })).toEqual(["fields.0: Choose the column that holds the titles."]);
  expect(messages({ fields: [] }, "marc")).toEqual([]);
});

it("column matching asks for what no column has, unless the file only changes titles", () => {
  const none = { categoryId: 0, subjectId: 0, gradeId: 0, description: "" };
  expect(messages({ ...none, fields: ["title", "category", null] })).toEqual([
    "subjectId: No column has the subject. Choose one for all rows.",
    "gradeId: No column has the grades. Choose them for all rows.",
    "description: No column has the description. Write one for all rows.",
  ]);
  expect(messages({ ...none, fields: [] }, "marc")).toEqual([
    "subjectId: Choose the subject of records that don’t name one.",
    "gradeId: Choose the grades of records that don’t name any.",
  ]);
  expect(messages({ ...none, existing: "update" })).toEqual([]);
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
    format: { encoding: "UTF-8", delimiter: "comma", headerRow: 1 },
    fields: ["title", null, "tags"],
    existing: "skip",
    unknown: "fault",
    longTitles: "fault",
    skuDigits: null,
    defaults: { categoryId: 1, subjectId: 7, gradeId: 4, description: "About it.", language: "", copies: 2 },
  });
  expect(bodyOf({ ...values, copies: "many", fields: ["title", "copies"] })).toMatchObject({ defaults: { copies: 1 } });
});
