// `npm run check`: every check without a database or a browser, within a minute.
import { bin, runChecks } from "./gate/checks.mjs";
import { report, run } from "./gate/stage.mjs";

const outcomes = await runChecks();
const tests = await run({ name: "unit tests", command: bin("vitest/vitest.mjs", "run", "--project", "unit") });
report(tests);
const failed = [...outcomes, tests].filter((outcome) => !outcome.ok).length;
console.log(`${outcomes.length + 1 - failed} checks passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
