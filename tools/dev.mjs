// `npm run dev`: rebuilds and restarts the server on every change, with the web application served by Vite in front of
// it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { build, createServer } from "vite";
import { serverBundle } from "./build/server.mjs";

const folder = "dist/dev-server";
/** @type {import("node:child_process").ChildProcess | undefined} */
let child;
let turn = Promise.resolve();

/** Restarts one at a time, because the old process has to release the port and the database first. */
function restart() {
  turn = turn.then(async () => {
    await stop();
    child = spawn(process.execPath, [`${folder}/main.js`], { stdio: "inherit" });
  });
}

async function stop() {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

const bundle = serverBundle(folder);
const watcher = await build({ ...bundle, build: { ...bundle.build, watch: {} } });
if (!("close" in watcher)) throw new Error("Vite isn't watching the server.");
watcher.on("event", (event) => {
  if (event.code === "END") restart();
  if (event.code === "ERROR") console.error(event.error.message);
});

const web = await createServer({ configFile: "vite.config.ts" });
await web.listen();
web.printUrls();

const leave = async () => {
  await Promise.all([watcher.close(), web.close(), stop()]);
  process.exit(0);
};
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.once(signal, () => void leave());
