import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** @typedef {{ version?: string; optional?: boolean; devOptional?: boolean }} Package */

/**
 * @param {string} file
 * @returns {Record<string, Package> | undefined}
 */
function packagesOf(file) {
  try {
    /** @type {{ packages?: Record<string, Package> }} */
    const lock = JSON.parse(readFileSync(file, "utf8"));
    return lock.packages;
  } catch {
    return undefined; // missing, or truncated
  }
}

/**
 * Whether node_modules matches the lock file. npm writes its own record last, so an interrupted install has none. Optional
 * packages for other systems may be missing.
 * @param {string} [folder]
 */
export function isInstalled(folder = ".") {
  const locked = packagesOf(`${folder}/package-lock.json`);
  const installed = packagesOf(`${folder}/node_modules/.package-lock.json`);
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([name, entry]) => {
    if (name === "") return true;
    const here = installed[name];
    return here ? here.version === entry.version : entry.optional === true || entry.devOptional === true;
  });
}

/**
 * Runs npm without install scripts, and shows only its errors.
 * @param {string[]} args
 */
export function npm(...args) {
  const isWindows = process.platform === "win32";
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  return spawnSync(isWindows ? "npm.cmd" : "npm", [...args, ...quiet], {
    stdio: ["ignore", "ignore", "inherit"],
    shell: isWindows,
  });
}

/** Runs `npm ci`; returns a sentence on failure. The flags matter if NODE_ENV or npm's settings would leave out packages. */
export function install() {
  const { status, error } = npm("ci", "--include=dev", "--include=optional");
  if (status === 0) return undefined;
  if (error) return `npm couldn't be started (${error.message}). It comes with Node, so try installing Node again.`;
  return "npm couldn't install the packages. Check the network (or npm's registry and proxy settings), then run the same command again.";
}
