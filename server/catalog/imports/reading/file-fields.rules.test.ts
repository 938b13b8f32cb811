import { expect, it } from "vitest";
import { fileFields } from "./file-fields.rules.ts";

it.each([
  ["2019", "2019"],
  ["c2019.", "2019"],
  ["ca. 1998-2001", "1998"],
  ["20199", "20199"],
  ["19", "19"],
])("a cell with “%s” is parsed as the year %s", (cell, year) => {
  expect(fileFields.publishedYear.read(cell, { categories: [], subjects: [], grades: [] })).toBe(year);
});
