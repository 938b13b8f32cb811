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

it("results of a run that crashed, wrote nothing, or found no tests count as a failure", () => {
  const passed = reportFile({
    testResults: [{ name: "a", status: "passed", assertionResults: [test("holds", "passed")] }],
  });
  expect(resultsOf("unit", passed, true)).toMatchObject({ passed: 1, failed: 0 });
  expect(resultsOf("unit", passed, false)).toMatchObject({ passed: 1, failures: ["unit: see above"] });
  expect(resultsOf("unit", "/nowhere/report.json", true)).toMatchObject({ passed: 0, failed: 1 });
});
