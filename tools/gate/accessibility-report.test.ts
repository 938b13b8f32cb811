import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { repository } from "./check-docs.ts";

// WCAG 2.2 without 4.1.1, which is obsolete
const levels = {
  "Level A":
    "1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2",
  "Level AA":
    "1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3",
};
const conformances = ["Supports", "Partially Supports", "Does Not Support", "Not Applicable"];

const report = readFileSync("docs/accessibility.md", "utf8");

/** Returns the rows of the table under a heading: number and name, conformance, remarks. */
const rowsUnder = (heading: string) =>
  (report.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    );

it.each(Object.entries(levels))("accessibility report has every criterion of %s once, in order", (level, numbers) => {
  expect(rowsUnder(level).map(([criterion]) => criterion?.split(" ")[0])).toEqual(numbers.split(" "));
});

it("accessibility report states each criterion's conformance and its evidence", () => {
  const { files } = repository();
  for (const [criterion, conformance = "", remarks = "", ...more] of Object.keys(levels).flatMap(rowsUnder)) {
    expect(conformances, `${criterion}: conformance`).toContain(conformance);
    expect(remarks.length, `${criterion}: remarks`).toBeGreaterThan(10);
    expect(more, `${criterion}: a column too many`).toEqual([]);
    const tests = [...remarks.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file]) => file);
    for (const file of tests) expect(files, `${criterion}: the test it names`).toContain(file);
    if (conformance !== "Supports") continue;
    expect(tests.length > 0 || /by hand, \d{4}-\d\d-\d\d/i.test(remarks), `${criterion}: the evidence`).toBe(true);
  }
});
