import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Where the stamps of finished builds lie. */
const stamps = "dist/stamps";

/**
 * A fingerprint of files and folders: names, sizes and times of change, so that asking is a matter of milliseconds.
 * @param {string[]} places
 */
export function fingerprint(places) {
  const hash = createHash("sha256").update(process.version);
  for (const place of places) visit(place, hash);
  return hash.digest("hex");
}

/**
 * @param {string} place
 * @param {import("node:crypto").Hash} hash
 */
function visit(place, hash) {
  const stat = statSync(place, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    for (const name of readdirSync(place).toSorted()) visit(path.join(place, name), hash);
  } else if (!/\.test\.tsx?$/.test(place)) {
    hash.update(`${place} ${stat?.size} ${stat?.mtimeMs}\n`);
  }
}

/**
 * Is the product built from exactly these sources?
 * @param {string} name
 * @param {string} print
 */
export function isFresh(name, print) {
  const stamp = path.join(stamps, name);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === print;
}

/**
 * Takes the stamp away while it builds and puts the new one down last: a build that was cut off is never taken for whole.
 * @param {string} name
 * @param {string} print
 * @param {() => Promise<unknown>} build
 */
export async function stamped(name, print, build) {
  const stamp = path.join(stamps, name);
  rmSync(stamp, { force: true });
  await build();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, print);
}
