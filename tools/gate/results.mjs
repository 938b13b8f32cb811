import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/**
 * @typedef {{ passed: number; failed: number; failures: string[]; retried: string[] }} Results
 * @typedef {{ fullName: string; status: string; failureMessages: string[] }} Assertion
 * @typedef {{ name: string; status: string; message: string; assertionResults: Assertion[] }} TestFile
 * @typedef {{ status: string; results: { error?: { message?: string } }[] }} Run
 * @typedef {{ title: string; file: string; tests: Run[] }} Spec
 * @typedef {{ specs?: Spec[]; suites?: Suite[] }} Suite
 */

/**
 * Reads the JSON report of Vitest or Playwright. A run that failed without a failed test (an error outside all tests, a
 * crash, nothing to run) counts as one failure.
 * @param {string} name
 * @param {string} file
 * @param {boolean} ok whether the runner exited with 0
 * @returns {Results}
 */
export function resultsOf(name, file, ok) {
  const tests = testsIn(file);
  const namesWith = (/** @type {string} */ status) => tests.filter((test) => test.status === status).map(sentenceOf);
  const [failures, retried] = [namesWith("failed"), namesWith("retried")];
  const passed = tests.filter(({ status }) => status === "passed" || status === "retried").length;
  if (failures.length === 0 && (!ok || passed === 0)) failures.push(`${name}: see above`);
  return { passed, failed: failures.length, failures, retried };
}

/**
 * @param {string} file
 * @returns {{ status: string; name: string; reason: string }[]}
 */
function testsIn(file) {
  /** @type {{ testResults?: TestFile[]; suites?: Suite[] }} */
  let report = {};
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // missing or truncated: the run was interrupted
  }
  return [...(report.testResults ?? []).flatMap(testsOfFile), ...(report.suites ?? []).flatMap(testsOfSuite)];
}

/** A file whose hooks or imports fail may have no failed test. @param {TestFile} file */
function testsOfFile({ name, status, message, assertionResults }) {
  const tests = assertionResults.map(({ fullName, status: own, failureMessages: [reason = ""] }) => ({
    status: own === "passed" && reason !== "" ? "retried" : own,
    name: `${name}: ${fullName}`,
    reason,
  }));
  const isExplained = status !== "failed" || tests.some((test) => test.status === "failed");
  return isExplained ? tests : [...tests, { status: "failed", name, reason: message }];
}

/**
 * @param {Suite} suite
 * @returns {{ status: string; name: string; reason: string }[]}
 */
function testsOfSuite({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      status: { expected: "passed", unexpected: "failed", flaky: "retried" }[status] ?? status,
      name: `${file}: ${title}`,
      reason: results.map(({ error }) => error?.message ?? "").find((reason) => reason !== "") ?? "",
    })),
  );
  return [...own, ...suites.flatMap(testsOfSuite)];
}

const maxReason = 300; // characters: a few lines of a terminal

/** Includes the reason, because the end of a run is often all that people see. @param {{ name: string; reason: string }} test */
function sentenceOf({ name, reason }) {
  const short = stripVTControlCharacters(reason)
    .replace(/^\s+at .*/gm, "")
    .replace(/\s+/g, " ")
    .trim();
  return short === "" ? name : `${name} (${short.slice(0, maxReason)})`;
}
