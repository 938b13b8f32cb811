import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { tallyOf, total } from "./tally.mjs";

/** A report file of this content. */
function written(report: object): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "tally-")), "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}

it("reads both runners' reports", () => {
  expect(tallyOf(written({ numPassedTests: 7, numFailedTests: 0 }), true)).toEqual({ passed: 7, failed: 0 });
  expect(tallyOf(written({ stats: { expected: 4, unexpected: 1, flaky: 1 } }), false)).toEqual({
    passed: 4,
    failed: 2,
  });
});

it("counts a failure where a run fell over without a failed test", () => {
  expect(tallyOf(written({ numPassedTests: 7, numFailedTests: 0 }), false)).toEqual({ passed: 7, failed: 1 });
  expect(tallyOf("/nowhere/report.json", true)).toEqual({ passed: 0, failed: 1 });
  expect(tallyOf(written({ numPassedTests: 0, numFailedTests: 0 }), true)).toEqual({ passed: 0, failed: 1 });
});

it("adds up", () => {
  expect(
    total([
      { passed: 2, failed: 0 },
      { passed: 3, failed: 1 },
    ]),
  ).toEqual({ passed: 5, failed: 1 });
});
