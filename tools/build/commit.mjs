import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";

/**
 * Writes the commit that is built into dist/commit, with "-dirty" after it where something was changed; without git, what is
 * there stays. Done at each build, also when all is fresh: committing changes no source.
 */
export function writeCommit() {
  const { status, stdout } = spawnSync("git", ["describe", "--always", "--dirty", "--abbrev=10", "--exclude", "*"], {
    encoding: "utf8",
  });
  if (status !== 0) return;
  mkdirSync("dist", { recursive: true });
  writeFileSync("dist/commit", stdout);
}
