// `npm test`: installs what's missing, a browser included, then runs every check and test that a change needs. Ends with
// a line of numbers. `npm run test:more` runs the rest.
import { installBrowser } from "./build/browser.mjs";
import { installPrograms } from "./build/programs.mjs";
import { stages, tool } from "./gate/checks.mjs";
import { runAll } from "./gate/run-tests.mjs";

await runAll(async (counts) => {
  for (const { name, command } of stages) await counts.check(name, command);
  await counts.vitest("unit");
  installPrograms("test");
  if (!(await counts.check("build", [process.execPath, "tools/build.mjs"]))) return;
  await counts.vitest("server");
  await counts.check("weight of the pages", tool("tools/gate/page-weight.ts"));
  const problem = await installBrowser();
  if (problem) return counts.fail(problem);
  await counts.vitest("browser");
  await counts.playwright("chromium");
});
