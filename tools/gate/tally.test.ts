import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { afterSecondTry, failedFilesOf, tallyOf, total, withErrors } from "./tally.mjs";

/** A report file with this content. */
function written(report: object): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "tally-")), "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}

it("reads both runners' reports", () => {
  expect(tallyOf(written({ numPassedTests: 7, numFailedTests: 0 }), true)).toMatchObject({ passed: 7, failed: 0 });
  const specs = [
    {
      file: "loop.test.ts",
      title: "goes round",
      tests: [{ status: "flaky", results: [{ error: { message: "\u001B[31mno such button\u001B[39m\n  at x" } }, {}] }],
    },
    { file: "loop.test.ts", title: "comes back", tests: [{ status: "unexpected" }] },
  ];
  const journeys = { stats: { expected: 4, unexpected: 1, flaky: 1 }, suites: [{ suites: [{ specs }] }] };
  expect(tallyOf(written(journeys), false)).toEqual({
    passed: 5,
    failed: 1,
    wrong: ["loop.test.ts: comes back"],
    late: ["loop.test.ts: goes round (no such button)"],
  });
});

it("names what failed and why, including a file that does not load, and counts a retry", () => {
  const first = written({
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      { name: "a.test.ts", status: "passed", assertionResults: [{ status: "passed" }, { status: "passed" }] },
      {
        name: "b.test.ts",
        status: "failed",
        assertionResults: [
          { status: "passed" },
          { status: "failed", fullName: "holds", failureMessages: ["expected 1\nto be 2\n    at b:3"] },
        ],
      },
      { name: "c.test.ts", status: "failed", message: "no such database\n at c", assertionResults: [] },
    ],
  });
  const wrong = ["b.test.ts: holds (expected 1 to be 2)", "c.test.ts: no such database"];
  const tally = tallyOf(first, false);
  expect(tally).toEqual({ passed: 3, failed: 1, wrong, late: [] });
  const files = failedFilesOf(first);
  expect(files).toEqual(["b.test.ts", "c.test.ts"]);
  expect(afterSecondTry(tally, files, first, { passed: 5, failed: 0 })).toEqual({
    passed: 7,
    failed: 0,
    wrong: [],
    late: wrong,
  });
  expect(afterSecondTry(tally, files, first, { passed: 4, failed: 1, wrong: ["again"] })).toEqual({
    passed: 6,
    failed: 1,
    wrong: ["again"],
    late: [],
  });
});

it("counts a crashed run without a failed test as a failure", () => {
  expect(tallyOf(written({ numPassedTests: 7, numFailedTests: 0 }), false)).toMatchObject({ passed: 7, failed: 1 });
  expect(tallyOf("/nowhere/report.json", true)).toMatchObject({ passed: 0, failed: 1 });
  expect(tallyOf(written({ numPassedTests: 0, numFailedTests: 0 }), true)).toMatchObject({ passed: 0, failed: 1 });
});

it("counts errors outside of every test beside the tests that failed", () => {
  const tally = { passed: 3, failed: 1, wrong: ["a.test.ts: holds"], late: [] };
  const crash = "Error: Worker exited unexpectedly";
  expect(withErrors(tally, [crash])).toEqual({ ...tally, failed: 2, wrong: ["a.test.ts: holds", crash] });
  expect(withErrors({ passed: 3, failed: 1, wrong: [] }, [crash])).toMatchObject({ failed: 1, wrong: [crash] });
  expect(withErrors(tally, [])).toEqual(tally);
});

it("adds up", () => {
  expect(
    total([
      { passed: 2, failed: 0 },
      { passed: 3, failed: 1 },
    ]),
  ).toMatchObject({ passed: 5, failed: 1 });
});
