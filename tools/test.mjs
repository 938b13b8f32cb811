// `npm test`: installs what is missing, a browser included, then runs every check and test. Ends with a line of
// numbers.
import { rmSync } from "node:fs";
import process from "node:process";
import { installBrowser } from "./build/browser.mjs";
import { installPrograms } from "./build/programs.mjs";
import { otherNode } from "./build/other-node.mjs";
import { install, isInstalled } from "./build/install.mjs";
import { bin, runChecks, tool } from "./gate/checks.mjs";
import { report, run } from "./gate/stage.mjs";
import { afterSecondTry, failedFilesOf, tallyOf, total, withErrors } from "./gate/tally.mjs";
import { journeys, serverTests } from "./gate/two-nodes.mjs";
import { unhandledErrors } from "./gate/unhandled-errors.mjs";

process.chdir(new URL("..", import.meta.url).pathname.replace(/^\/(?=[A-Z]:)/, ""));
rmSync("test-results", { recursive: true, force: true });
/** @type {import("./gate/tally.mjs").Tally[]} */
const tallies = [];

const problem = isInstalled() ? undefined : install();
if (problem) {
  console.error(problem);
  tallies.push({ passed: 0, failed: 1 });
} else {
  await runEverything();
}
const { passed, failed, wrong, late } = total(tallies);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
for (const name of late) console.log(`passed only at its second try: ${name}`);
for (const name of wrong) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed} failed`);

async function runEverything() {
  for (const { ok } of await runChecks()) count(ok);

  installPrograms();
  await runVitest("unit tests", { project: "unit" });
  const recommended = recommendedNode();
  await runVitest("server tests", { project: "server", ...(recommended && { node: recommended }) });
  if (recommended) await runVitest("server tests on this Node", { project: "server", files: serverTests });

  const built = await runStage({ name: "build", command: [process.execPath, "tools/build.mjs"] });
  if (!built) return;
  await runStage({ name: "weight of the pages", command: tool("tools/gate/page-weight.ts") });

  const missing = await installBrowser();
  if (missing) {
    console.error(missing);
    count(false);
    return;
  }
  await runVitest("component tests", { project: "browser" });
  await runJourneys("journeys");
  if (recommended) await runJourneys("journeys on the recommended Node", recommended, Object.values(journeys));
}

/** The path of the recommended Node, when this one is older; nothing when it cannot be had, which fails. */
function recommendedNode() {
  const other = otherNode();
  if (other && "node" in other) return other.node;
  if (other) console.error(other.problem);
  if (other) count(false);
  return undefined;
}

/**
 * @param {string} name
 * @param {string} [node]
 * @param {string[]} [chosen] parts of their names
 */
async function runJourneys(name, node = process.execPath, chosen = []) {
  const [, ...played] = bin("@playwright/test/cli.js", "test", "-c", "e2e", "--retries=1");
  const only = chosen.length > 0 ? ["-g", chosen.join("|")] : [];
  tallies.push(await runTests(name, "e2e.json", [node, ...played, ...only]));
}

/**
 * What must hold for every order of events has one try. Everything else has two, as a busy machine can be too late for
 * a single test; what needed the second one is named at the end. An error outside of every test has no second try: it may
 * have kept tests from running, and the report names no file for it.
 * @param {string} name
 * @param {{ project: string; node?: string; files?: string[] }} which of the projects of vitest.config.ts
 */
async function runVitest(name, { project, node = process.execPath, files: chosen = [] }) {
  const reporters = ["default", "json", "./tools/gate/unhandled-errors.mjs"].map((each) => `--reporter=${each}`);
  const [, ...vitest] = bin("vitest/vitest.mjs", "run", ...reporters, "--project", project);
  const report = name.replaceAll(" ", "-");
  const [file, fileAgain] = [`${report}.json`, `${report}-again.json`];
  const into = (/** @type {string} */ output) => [node, ...vitest, `--outputFile.json=test-results/${output}`];
  const first = withErrors(await runTests(name, file, [...into(file), ...chosen]), unhandledErrors());
  const files = failedFilesOf(`test-results/${file}`);
  const oneTry = /concurrency|killed|embedded-postgres/;
  const isTriedOnce = unhandledErrors().length > 0 || files.some((failed) => oneTry.test(failed));
  if (files.length === 0 || files.length > 5 || isTriedOnce) {
    tallies.push(first);
    return;
  }
  const second = await runTests(`${name} again`, fileAgain, [...into(fileAgain), ...files]);
  tallies.push(afterSecondTry(first, files, `test-results/${file}`, withErrors(second, unhandledErrors())));
}

/** @param {boolean} ok */
function count(ok) {
  tallies.push({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
}

/** @param {import("./gate/stage.mjs").Stage} stage */
async function runStage(stage) {
  const outcome = await run(stage);
  report(outcome);
  count(outcome.ok);
  return outcome.ok;
}

/**
 * @param {string} name
 * @param {string} file
 * @param {string[]} command
 */
async function runTests(name, file, command) {
  const { ok } = await run({ name, command }, { stream: true });
  return tallyOf(`test-results/${file}`, ok);
}
