// `npm run check`: every check that needs neither a database nor a browser, in a minute or two.
import { bin, stages } from "./gate/checks.mjs";
import { report, run } from "./gate/stage.mjs";

const all = [...stages, { name: "unit tests", command: bin("vitest/vitest.mjs", "run", "--project", "unit") }];
let failed = 0;
for (const stage of all) {
  const outcome = await run(stage);
  report(outcome);
  if (!outcome.ok) failed += 1;
}
console.log(`${all.length - failed} checks passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
