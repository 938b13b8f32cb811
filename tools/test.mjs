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
  await runVitest("tests", ["unit", "server"]);

  const built = await runStage({ name: "build", command: [process.execPath, "tools/build.mjs"] });
  if (!built) return;
  await runStage({ name: "weight of the pages", command: tool("tools/gate/page-weight.ts") });

  const missing = await installBrowser();
  if (missing) {
    console.error(missing);
    count(false);
    return;
  }
  await runVitest("component tests", ["browser"]);
  const journeys = bin("@playwright/test/cli.js", "test", "-c", "e2e", "--retries=1");
  tallies.push(await runTests("journeys", "e2e.json", journeys));
  await runOnOtherNode();
}

/**
 * What depends most on Node: the process, files and forms over sockets, packages with binaries, mail; and a journey of
 * visitors, one of borrowers and clerks, one of an import in its own process.
 */
async function runOnOtherNode() {
  const other = otherNode();
  if (!other) return;
  if ("problem" in other) {
    console.error(other.problem);
    count(false);
    return;
  }
  const on = (/** @type {string[]} */ [, ...command]) => [other.node, ...command];
  const server = [
    "main.test",
    "http/files",
    "http/uploads",
    "http/openapi",
    "http/watch/trace",
    "platform/mail/send-mail",
  ];
  const modules = ["accounts/log-in", "media/serve-pictures", "imports/round-trip", "cart/add-item"];
  const chosen = [...server, ...modules.map((name) => `modules/${name}`)].map((name) => `server/${name}`);
  const report = ["--reporter=default", "--reporter=json", "--outputFile.json=test-results/other-node.json"];
  const tests = bin("vitest/vitest.mjs", "run", "--project", "server", "--retry=1", ...report, ...chosen);
  tallies.push(await runTests("tests on the recommended Node", "other-node.json", on(tests)));
  const journeys = ["-g", "visitor finds the search|goes out to a school|a wrong file is refused"];
  const played = bin("@playwright/test/cli.js", "test", "-c", "e2e", "--retries=1", ...journeys);
  tallies.push(await runTests("journeys on the recommended Node", "e2e.json", on(played)));
}

/**
 * What must hold for every order of events has one try. Everything else has two, as a busy machine can be too late for
 * a single test; what needed the second one is named at the end. An error outside of every test has no second try: it may
 * have kept tests from running, and the report names no file for it.
 * @param {string} name
 * @param {string[]} projects of vitest.config.ts
 */
async function runVitest(name, projects) {
  const chosen = projects.flatMap((project) => ["--project", project]);
  const reporters = ["default", "json", "./tools/gate/unhandled-errors.mjs"].map((each) => `--reporter=${each}`);
  const vitest = bin("vitest/vitest.mjs", "run", ...reporters, ...chosen);
  const [file, fileAgain] = [`${projects[0]}.json`, `${projects[0]}-again.json`];
  const into = (/** @type {string} */ report) => `--outputFile.json=test-results/${report}`;
  const first = withErrors(await runTests(name, file, [...vitest, into(file)]), unhandledErrors());
  const files = failedFilesOf(`test-results/${file}`);
  const oneTry = /concurrency|killed|embedded-postgres/;
  const isTriedOnce = unhandledErrors().length > 0 || files.some((failed) => oneTry.test(failed));
  if (files.length === 0 || files.length > 5 || isTriedOnce) {
    tallies.push(first);
    return;
  }
  const second = await runTests(`${name} again`, fileAgain, [...vitest, into(fileAgain), ...files]);
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
  const { ok } = await run({ name, command, limit: 2400 }, { stream: true });
  return tallyOf(`test-results/${file}`, ok);
}
