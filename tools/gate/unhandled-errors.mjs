import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const folder = "test-results";
const file = `${folder}/unhandled.json`;

/** A reporter for Vitest: keeps the errors that belong to no test, such as a worker that ended. Its JSON report has none. */
export default class UnhandledErrors {
  onInit() {
    rmSync(file, { force: true });
  }

  /**
   * @param {unknown} _modules
   * @param {readonly { name?: string; message: string }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(errors.map(({ name = "Error", message }) => `${name}: ${message}`)));
  }
}

/** @returns {string[]} those of the run before, or none if it ended without a report */
export function unhandledErrors() {
  try {
    /** @type {string[]} */
    const errors = JSON.parse(readFileSync(file, "utf8"));
    return errors;
  } catch {
    return [];
  }
}
