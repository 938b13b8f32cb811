// Checks that the lock file has an entry for every optional package, and that production packages accept the oldest Node we
// support.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
/** @type {(version: string, range: string) => boolean} */
const satisfies = require("semver/functions/satisfies.js");

/**
 * @typedef {{ version?: string; dev?: boolean; engines?: { node?: string }; optionalDependencies?: Record<string, string> }} Package
 * @typedef {Record<string, Package>} Packages
 */

/**
 * Returns the problems in the lock file, as sentences.
 * @param {Packages} packages
 */
export function lockProblems(packages) {
  const ourNode = `${packages[""]?.engines?.node?.replace(/^>=/, "")}.0`;
  return Object.entries(packages).flatMap(([folder, { version, dev, engines, optionalDependencies = {} }]) => {
    const missing = Object.keys(optionalDependencies).filter((name) => !isLocked(packages, folder, name));
    const problems = missing.map((name) => `${name} of ${folder || "package.json"} has no entry in package-lock.json`);
    if (dev || !engines?.node || satisfies(ourNode, engines.node)) return problems;
    return [...problems, `${folder} ${version} needs Node ${engines.node}, but we support ${ourNode}`];
  });
}

/**
 * Whether Node would find the package from this folder: there, or in a folder above.
 * @param {Packages} packages
 * @param {string} folder
 * @param {string} name
 * @returns {boolean}
 */
function isLocked(packages, folder, name) {
  if (packages[`${folder}${folder && "/"}node_modules/${name}`]) return true;
  const above = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "");
  return folder !== "" && isLocked(packages, above, name);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  /** @type {{ packages: Packages }} */
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const problems = lockProblems(lock.packages);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
