// `npm start`: installs missing packages, builds what is stale, and serves. Needs only Node.
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`The library needs Node 20.19 or newer, and this is ${process.version}. Get it at https://nodejs.org.`);
}
process.chdir(new URL("..", import.meta.url).pathname.replace(/^\/(?=[A-Z]:)/, ""));

const { install, isInstalled } = await import("./build/install.mjs");
if (!isInstalled()) {
  console.log("Installing packages (once; takes a minute or two) ...");
  const problem = install();
  if (problem) fail(problem);
}

const { stale } = await import("./build.mjs");
if (stale().length > 0) await build();

// in this process, so that the supervisor gets the signals and sets the exit code
await import(new URL("../dist/server/supervise.js", import.meta.url).href);

/** Builds in a separate process, because this one would keep the bundler's hundreds of megabytes while it serves. */
async function build() {
  const builder = spawn(process.execPath, ["tools/build.mjs"], { stdio: ["ignore", "inherit", "inherit"] });
  const stop = () => builder.kill();
  process.once("SIGTERM", stop).once("SIGINT", stop);
  const [code, signal] = await once(builder, "exit");
  process.off("SIGTERM", stop).off("SIGINT", stop);
  if (signal !== null) fail("The build was interrupted. Run the same command again.");
  if (code !== 0) fail("The build failed.");
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
