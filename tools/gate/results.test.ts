import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { resultsOf } from "./results.mjs";

/** Writes a report and returns its file. */
function reportFile(report: object): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "results-")), "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}

const test = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
});

it("results of Vitest name failures and reasons, retries, and files that don't load", () => {
  const testResults = [
    {
      name: "a.test.ts",
      status: "passed",
      assertionResults: [test("holds", "passed"), test("lasts", "passed", "late")],
    },
    {
      name: "b.test.ts",
      status: "failed",
      assertionResults: [test("adds", "failed", "expected 1\nto be 2\n    at b:3")],
    },
    { name: "c.test.ts", status: "failed", message: "no such database\n at c", assertionResults: [] },
  ];
  expect(resultsOf("server", reportFile({ testResults }), false)).toEqual({
    passed: 2,
    failed: 2,
    failures: ["b.test.ts: adds (expected 1 to be 2)", "c.test.ts (no such database)"],
    retried: ["a.test.ts: lasts (late)"],
  });
});

it("results of Playwright count a flaky journey as passed and name it", () => {
  const flaky = {
    status: "flaky",
    results: [{ error: { message: "\u001B[31mno such button\u001B[39m\n  at x" } }, {}],
  };
  const specs = [
    { file: "loop.test.ts", title: "goes round", tests: [flaky] },
    { file: "loop.test.ts", title: "comes back", tests: [{ status: "unexpected", results: [] }] },
    { file: "loop.test.ts", title: "ends", tests: [{ status: "expected", results: [{}] }] },
  ];
  expect(resultsOf("chromium", reportFile({ suites: [{ suites: [{ specs }] }] }), false)).toEqual({
    passed: 2,
    failed: 1,
    failures: ["loop.test.ts: comes back"],
    retried: ["loop.test.ts: goes round (no such button)"],
  });
});

it("results of a run that crashed, wrote nothing, or found no tests count as a failure", () => {
  const passed = reportFile({
    testResults: [{ name: "a", status: "passed", assertionResults: [test("holds", "passed")] }],
  });
  expect(resultsOf("unit", passed, true)).toMatchObject({ passed: 1, failed: 0 });
  expect(resultsOf("unit", passed, false)).toMatchObject({ passed: 1, failures: ["unit: see above"] });
  expect(resultsOf("unit", "/nowhere/report.json", true)).toMatchObject({ passed: 0, failed: 1 });
});
