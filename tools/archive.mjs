// `npm run archive`: the built library in release/library-VERSION.tar.gz, with deploy/, for machines without the sources.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildWhatIsStale } from "./build.mjs";

const tracked = [
  ..."CHANGELOG.md LICENSE README.md package.json package-lock.json deploy docs".split(" "),
  ..."db/schema db/migrations db/seed db/reference-data.sql db/synonyms.csv db/marc-8.csv".split(" "),
];

await buildWhatIsStale();
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const file = `release/library-${version}.tar.gz`;
const folder = mkdtempSync(path.join(os.tmpdir(), "library-archive-"));
try {
  // only tracked files, to leave out the secrets in deploy/
  const files = execFileSync("git", ["ls-files", "--", ...tracked, ":!*.test.ts"], { encoding: "utf8" })
    .trim()
    .split("\n");
  for (const name of [...files, "dist"]) cpSync(name, path.join(folder, "library", name), { recursive: true });
  mkdirSync("release", { recursive: true });
  execFileSync("tar", ["-czf", file, "-C", folder, "library"]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(file);
