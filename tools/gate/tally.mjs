import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/**
 * @typedef {{ passed: number; failed: number; wrong?: string[]; late?: string[] }} Tally
 *   `wrong` names what failed, `late` what passed only at its second try.
 * @typedef {{ fullName?: string; status?: string; failureMessages?: string[] }} Assertion
 * @typedef {{ name: string; status?: string; message?: string; assertionResults?: Assertion[] }} TestFile
 * @typedef {{ numPassedTests?: number; numFailedTests?: number; testResults?: TestFile[] }} VitestReport
 * @typedef {{ status?: string; results?: { error?: { message?: string } }[] }} Played
 * @typedef {{ title?: string; file?: string; tests?: Played[] }} Spec
 * @typedef {{ specs?: Spec[]; suites?: Suite[] }} Suite
 * @typedef {{ stats?: { expected?: number; unexpected?: number; flaky?: number }; suites?: Suite[] }} PlaywrightReport
 */

/**
 * Reads a test runner's report. A run that failed without a failed test (nothing found, a file that does not load, a
 * crash) counts as one failure.
 * @param {string} file
 * @param {boolean} ok the runner's result
 * @returns {Tally}
 */
export function tallyOf(file, ok) {
  const found = reportIn(file);
  const specs = (found.suites ?? []).flatMap(specsOf);
  const late = namesOf(specs, "flaky");
  const passed = found.numPassedTests ?? (found.stats?.expected ?? 0) + (found.stats?.flaky ?? 0);
  const failed = found.numFailedTests ?? found.stats?.unexpected ?? 0;
  const wrong = [...(found.testResults ?? []).flatMap(failuresIn), ...namesOf(specs, "unexpected")];
  return { passed, failed: failed === 0 && (!ok || passed === 0) ? 1 : failed, wrong, late };
}

/**
 * The failed files of Vitest's report: by a test, a hook, or loading.
 * @param {string} file
 */
export function failedFilesOf(file) {
  return (reportIn(file).testResults ?? []).filter(({ status }) => status === "failed").map(({ name }) => name);
}

/**
 * Counts each error outside of every test as a failure. A run that ends with one fails anyway, which is the same failure.
 * @param {Tally} tally
 * @param {string[]} errors
 * @returns {Tally}
 */
export function withErrors(tally, errors) {
  if (errors.length === 0) return tally;
  const named = tally.wrong ?? [];
  return { ...tally, failed: named.length + errors.length, wrong: [...named, ...errors] };
}

/**
 * Combines a run with the retry of its failed files: those that pass now count, and are listed as late.
 * @param {Tally} first
 * @param {string[]} files the retried ones
 * @param {string} firstReport
 * @param {Tally} second
 * @returns {Tally}
 */
export function afterSecondTry(first, files, firstReport, second) {
  const before = (reportIn(firstReport).testResults ?? [])
    .filter(({ name }) => files.includes(name))
    .flatMap(({ assertionResults }) => assertionResults ?? [])
    .filter(({ status }) => status === "passed").length;
  const late = second.failed === 0 ? (first.wrong ?? []) : [];
  return { passed: first.passed - before + second.passed, failed: second.failed, wrong: second.wrong ?? [], late };
}

/**
 * @param {Tally[]} tallies
 * @returns {Required<Tally>}
 */
export function total(tallies) {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    wrong: tallies.flatMap(({ wrong = [] }) => wrong),
    late: tallies.flatMap(({ late = [] }) => late),
  };
}

/**
 * @param {string} file
 * @returns {VitestReport & PlaywrightReport}
 */
function reportIn(file) {
  try {
    /** @type {VitestReport & PlaywrightReport} */
    const report = JSON.parse(readFileSync(file, "utf8"));
    return report;
  } catch {
    return {}; // no report or a truncated one: the run was interrupted
  }
}

/** @param {TestFile} file */
function failuresIn({ name, status, message = "", assertionResults = [] }) {
  if (status !== "failed") return [];
  const failed = assertionResults
    .filter((test) => test.status === "failed")
    .map(({ fullName = "", failureMessages: [reason = message] = [] }) => withReason(fullName, reason));
  return (failed.length > 0 ? failed : [shortened(message)]).map((what) => `${name}: ${what}`);
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/**
 * @param {Spec[]} specs
 * @param {string} status
 */
function namesOf(specs, status) {
  return specs
    .filter(({ tests = [] }) => tests.some((test) => test.status === status))
    .map(({ file, title = "", tests = [] }) => {
      const reasons = tests.flatMap(({ results = [] }) => results.map(({ error }) => error?.message ?? ""));
      return `${file}: ${withReason(title, reasons.find((reason) => reason !== "") ?? "")}`;
    });
}

/**
 * What failed and why, in a line: the end of a run is often all that is kept of it.
 * @param {string} what
 * @param {string} reason
 */
function withReason(what, reason) {
  const short = shortened(reason);
  return short === "" ? what : `${what} (${short})`;
}

const longest = 300; // characters: a few lines of a terminal

/** @param {string} reason */
function shortened(reason) {
  const words = stripVTControlCharacters(reason).replace(/^\s+at .*/gm, "");
  return words.replace(/\s+/g, " ").trim().slice(0, longest);
}
