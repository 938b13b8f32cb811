import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

const stamps = "dist/stamps";

/**
 * Returns a fingerprint of files and folders by name, size, and modification time, which takes milliseconds.
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
 * Whether the product was built from exactly these sources.
 * @param {string} name
 * @param {string} print
 */
export function isFresh(name, print) {
  const stamp = path.join(stamps, name);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === print;
}

/**
 * Removes the stamp before the build and writes the new one last, so that an interrupted build never counts.
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
