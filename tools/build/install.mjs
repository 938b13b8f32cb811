import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";

const record = "node_modules/.package-lock.json";

/**
 * @typedef {{ version?: string; integrity?: string; optional?: boolean; devOptional?: boolean;
 *   os?: string[]; cpu?: string[]; libc?: string[] }} Package
 * @typedef {{ packages?: Record<string, Package> }} Lock
 */

/**
 * @param {string} file
 * @returns {Record<string, Package> | undefined}
 */
function packagesOf(file) {
  try {
    /** @type {Lock} */
    const lock = JSON.parse(readFileSync(file, "utf8"));
    return lock.packages;
  } catch {
    return undefined; // missing, or truncated: nothing is installed
  }
}

/**
 * Binaries for this system; npm leaves the others out. Of two kinds of libc one is for here, which is for npm to say.
 * @param {Package} one
 */
const isForHere = ({ os, cpu, libc }) =>
  os?.includes(process.platform) === true && cpu?.includes(process.arch) === true && libc === undefined;

/**
 * Whether node_modules matches the lock file. npm writes its own record last, so an interrupted install has none. A start does
 * without binaries that a registry did not have; the tests need all of them.
 * @param {string} [folder]
 * @param {{ withBinaries?: boolean }} [options]
 */
export function isInstalled(folder = ".", { withBinaries = false } = {}) {
  const wanted = packagesOf(`${folder}/package-lock.json`);
  const found = packagesOf(`${folder}/node_modules/.package-lock.json`);
  if (!wanted || !found) return false;
  return Object.entries(wanted).every(([name, one]) => {
    if (name === "") return true;
    const here = found[name];
    if (here) return here.version === one.version && here.integrity === one.integrity;
    return (one.optional === true || one.devOptional === true) && !(withBinaries && isForHere(one));
  });
}

/** Installs exactly the lock file; returns a sentence on failure. */
export function install() {
  // without npm's record an earlier install was interrupted, and npm would trust incomplete packages
  if (!existsSync(record)) rmSync("node_modules", { recursive: true, force: true });
  rmSync(record, { force: true });
  // not `npm ci`: it refuses a lock file without the optional binaries that a registry does not carry
  const args = [
    "install",
    "--no-save",
    "--include=dev",
    "--include=optional",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
  ];
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status, signal, stderr, error } = spawnSync(npm, [...args, "--loglevel=error"], {
    stdio: ["ignore", "inherit", "pipe"],
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status === 0) return undefined;
  if (signal) return `The installation was interrupted (${signal}). Run the same command again.`;
  if (error) return `npm could not be started (${error.message}). It comes with Node: install Node again.`;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i.test(stderr)) {
    return "The npm registry cannot be reached. Check the network (or npm's registry and proxy settings), then run the same command again.";
  }
  return `npm could not install the packages:\n${stderr.trim()}`;
}
