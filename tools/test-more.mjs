// `npm run test:more`: the tests that need other programs or many processes: the operator's commands, the other Node, other
// browsers, the screen reader, failover, and the short attacks. Installs its Debian packages.
import { installBrowser } from "./build/browser.mjs";
import { otherNode } from "./build/other-node.mjs";
import { installPrograms } from "./build/programs.mjs";
import { tool } from "./gate/checks.mjs";
import { runAll } from "./gate/run-tests.mjs";

/** The tests that depend most on Node: uploads, native packages, mail, and the life of an order. */
const onOtherNode = {
  server: ["server/http/connections/", "server/platform/mail/", "server/site/media/"],
  journey: "lending-loop",
};

await runAll(async (counts) => {
  installPrograms("test:more");
  if (!(await counts.check("build", [process.execPath, "tools/build.mjs"]))) return;
  await counts.vitest("more");
  const problem = await installBrowser();
  if (problem) return counts.fail(problem);
  const other = otherNode();
  if ("problem" in other) counts.fail(other.problem);
  else {
    await counts.vitest("server", { node: other.node, files: onOtherNode.server });
    await counts.playwright("chromium", { node: other.node, files: [onOtherNode.journey] });
  }
  await counts.playwright("operating");
  await counts.playwright("engines");
  await counts.playwright("screen-reader");
  await counts.check("short attacks", tool("tools/attack/main.ts", "--seconds", "10"));
  await counts.check("failover", tool("tools/ha/main.ts", "1"));
});
