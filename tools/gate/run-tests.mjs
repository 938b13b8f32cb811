import { mkdirSync, rmSync } from "node:fs";
import process from "node:process";
import { install, isInstalled } from "../build/install.mjs";
import { bin } from "./checks.mjs";
import { resultsOf } from "./results.mjs";
import { report, run } from "./stage.mjs";

const folder = "test-results";

/**
 * Installs the packages if needed, runs the stages, and ends with a line of numbers and the right exit code.
 * @param {(counts: Counts) => Promise<void>} stages
 */
export async function runAll(stages) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const counts = new Counts();
  const problem = isInstalled() ? undefined : install();
  if (problem) counts.fail(problem);
  else await stages(counts);
  for (const name of counts.retried) console.log(`passed after a retry: ${name}`);
  for (const name of counts.failures) console.log(`failed: ${name}`);
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
}

/** Runs stages and counts what passed and what failed. */
export class Counts {
  passed = 0;
  failed = 0;
  /** @type {string[]} */
  failures = [];
  /** @type {string[]} */
  retried = [];

  /** @param {string} sentence */
  fail(sentence) {
    this.failed += 1;
    this.failures.push(sentence);
  }

  /**
   * Counts a whole command as one test; its output is shown if it fails.
   * @param {string} name
   * @param {string[]} command
   */
  async check(name, command) {
    const outcome = await run({ name, command });
    report(outcome);
    if (outcome.ok) this.passed += 1;
    else this.fail(name);
    return outcome.ok;
  }

  /**
   * @param {string} project of vitest.config.ts
   * @param {{ node?: string; files?: string[] }} [options]
   */
  async vitest(project, { node = process.execPath, files = [] } = {}) {
    const file = `${folder}/${project}.json`;
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const [, ...command] = bin("vitest/vitest.mjs", "run", "--project", project, ...reporters, ...files);
    await this.#tests(project, file, [node, ...command]);
  }

  /**
   * @param {string} project of e2e/playwright.config.ts
   * @param {{ node?: string; files?: string[] }} [options]
   */
  async playwright(project, { node = process.execPath, files = [] } = {}) {
    const [, ...command] = bin("@playwright/test/cli.js", "test", "-c", "e2e", `--project=${project}`, ...files);
    await this.#tests(project, `${folder}/e2e.json`, [node, ...command]);
  }

  /**
   * @param {string} name
   * @param {string} file
   * @param {string[]} command
   */
  async #tests(name, file, command) {
    const { ok } = await run({ name, command }, { stream: true });
    const results = resultsOf(name, file, ok);
    this.passed += results.passed;
    this.failed += results.failed;
    this.failures.push(...results.failures);
    this.retried.push(...results.retried);
  }
}
