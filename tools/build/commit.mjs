import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";

/**
 * Writes the current commit to dist/commit, with "-dirty" after it if something has changed; without git, leaves the file
 * alone. Runs at every build, even a fresh one, because a commit changes no source.
 */
export function writeCommit() {
  const { status, stdout } = spawnSync("git", ["describe", "--always", "--dirty", "--abbrev=10", "--exclude", "*"], {
    encoding: "utf8",
  });
  if (status !== 0) return;
  mkdirSync("dist", { recursive: true });
  writeFileSync("dist/commit", stdout);
}
