// `npm run build`: the server into dist/server and the web application into dist/web, each only if its sources changed.
import { pathToFileURL } from "node:url";
import { writeCommit } from "./build/commit.mjs";
import { fingerprint, isFresh, stamped } from "./build/freshness.mjs";

const everywhere = ["contract", "package.json", "package-lock.json", "tools/build.mjs", "tools/build"];
const sources = { server: ["server", "db", ...everywhere], web: ["web", "vite.config.ts", ...everywhere] };

/** Returns the stale parts, with the fingerprints for their stamps. */
export function stale() {
  const prints = { server: fingerprint(sources.server), web: fingerprint(sources.web) };
  return Object.entries(prints).filter(([name, print]) => !isFresh(name, print));
}

/** Builds the stale parts, one after another. If there are none, doesn't even load the bundler. */
export async function buildWhatIsStale() {
  writeCommit();
  const todo = stale();
  if (todo.length === 0) return;
  const { build } = await import("vite");
  const [{ buildWeb }, { serverBundle }] = await Promise.all([import("./build/web.mjs"), import("./build/server.mjs")]);
  for (const [name, print] of todo) {
    console.log(`Building ${name === "web" ? "the web application" : "the server"} ...`);
    await stamped(name, print, () => (name === "web" ? buildWeb() : build(serverBundle("dist/server"))));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildWhatIsStale();
