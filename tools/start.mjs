// `npm start`: installs what is missing, builds what is stale, serves. Only needs Node.
import process from "node:process";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`This needs Node 20.19 or newer; here runs ${process.version}. Get it at https://nodejs.org.`);
}
process.chdir(new URL("..", import.meta.url).pathname.replace(/^\/(?=[A-Z]:)/, ""));

const { install, isInstalled } = await import("./build/install.mjs");
if (!isInstalled()) {
  console.log("Installing the packages (once, a minute or so) ...");
  const problem = install();
  if (problem) fail(problem);
}

const { buildWhatIsStale, stale } = await import("./build.mjs");
if (stale().length > 0) {
  console.log("Building ...");
  try {
    await buildWhatIsStale();
  } catch (error) {
    fail(`The build failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

// in this process: signals and the exit code are the supervisor's
await import(new URL("../dist/server/supervise.js", import.meta.url).href);

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
