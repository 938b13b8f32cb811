// `npm run check`: everything that can be said about the code without a database or a browser, within a minute.
import { report, run } from "./gate/stage.mjs";

const node = process.execPath;
/** @param {string} file */
const tool = (file) => [node, "--import", "./tools/typescript.mjs", file];
/** @param {string} file */
const bin = (file) => [node, `node_modules/${file}`];

/** @type {import("./gate/stage.mjs").Stage[]} */
const stages = [
  { name: "types", command: [...bin("typescript/bin/tsc"), "-b"] },
  { name: "lint, boundaries, cycles", command: bin("oxlint/bin/oxlint") },
  { name: "format", command: [...bin("oxfmt/bin/oxfmt"), "--check"] },
  { name: "unused code", command: [...bin("knip/bin/knip.js"), "--no-progress"] },
  { name: "budgets", command: tool("tools/gate/budgets.ts") },
  { name: "documents", command: tool("tools/gate/check-docs.ts") },
];

/** The tests that need nothing but Node; `npm test` runs them with all the others. */
const unit = {
  name: "unit tests",
  command: [...bin("vitest/vitest.mjs"), "run", "contract/", "tools/", "web/", ".rules.test", ".present.test"],
};

const outcomes = [];
for (const stage of process.argv.includes("--without-tests") ? stages : [...stages, unit]) {
  const outcome = await run(stage);
  report(outcome);
  outcomes.push(outcome);
}
const failed = outcomes.filter((outcome) => !outcome.ok);
console.log(`${outcomes.length - failed.length} checks passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
