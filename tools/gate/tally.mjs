import { readFileSync } from "node:fs";

/**
 * @typedef {{ passed: number; failed: number }} Tally
 * @typedef {{ numPassedTests?: number; numFailedTests?: number }} VitestReport
 * @typedef {{ stats?: { expected?: number; unexpected?: number; flaky?: number } }} PlaywrightReport
 */

/**
 * What a test runner's report says. A run that failed without a failed test (nothing found, a file that does not load,
 * a crash) counts as one failure, so that it can never look like a success.
 * @param {string} file
 * @param {boolean} ok how the runner ended
 * @returns {Tally}
 */
export function tallyOf(file, ok) {
  /** @type {VitestReport & PlaywrightReport} */
  let found = {};
  try {
    found = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // no report, or half of one: the run was cut off
  }
  const passed = found.numPassedTests ?? found.stats?.expected ?? 0;
  const failed = found.numFailedTests ?? (found.stats?.unexpected ?? 0) + (found.stats?.flaky ?? 0);
  return { passed, failed: failed === 0 && (!ok || passed === 0) ? 1 : failed };
}

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function total(tallies) {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  };
}
