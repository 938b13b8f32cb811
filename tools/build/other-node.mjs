import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { npm } from "./install.mjs";

/** The Node that the README recommends, and the oldest that we support. */
const [recommended, oldest] = ["24.21.0", "20.19.6"];

/**
 * Returns the path of whichever version isn't running now, fetched once through npm, or a sentence if that fails.
 * @returns {{ node: string } | { problem: string }}
 */
export function otherNode() {
  const version = Number(process.versions.node.split(".")[0]) >= 24 ? oldest : recommended;
  const folder = path.resolve(`node_modules/.cache/node-${version}`);
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const node = path.join(folder, "node_modules", name, process.platform === "win32" ? "bin/node.exe" : "bin/node");
  if (!existsSync(node)) {
    console.log(`Fetching Node ${version} to test with it as well (once) ...`);
    mkdirSync(folder, { recursive: true });
    npm("install", "--prefix", folder, "--no-save", "--no-package-lock", `${name}@${version}`);
  }
  return existsSync(node) ? { node } : { problem: `Node ${version} couldn't be fetched as ${name}.` };
}
