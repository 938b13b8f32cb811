import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/** The Node that the README recommends. The server tests run on it, and a part of the journeys, also where another is in use. */
const recommended = "24.21.0";

/**
 * The path of that Node, fetched once through npm, whose package `node` is made of these; undefined when the tests run
 * on such a Node anyway, a sentence when it cannot be had.
 * @returns {{ node: string } | { problem: string } | undefined}
 */
export function otherNode() {
  if (Number(process.versions.node.split(".")[0]) >= 24) return undefined;
  const folder = path.resolve(`node_modules/.cache/node-${recommended}`);
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const node = path.join(folder, "node_modules", name, process.platform === "win32" ? "bin/node.exe" : "bin/node");
  if (!existsSync(node)) {
    console.log(`Fetching Node ${recommended} to test with it, too (once) ...`);
    mkdirSync(folder, { recursive: true });
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const quietly = [
      "--no-save",
      "--no-package-lock",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--loglevel=error",
    ];
    const args = ["install", "--prefix", folder, ...quietly, `${name}@${recommended}`];
    spawnSync(npm, args, { stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" });
  }
  return existsSync(node) ? { node } : { problem: `Node ${recommended} could not be fetched as ${name}.` };
}
