/**
 * `npm run release`: one archive of the built product with its packages for this system, which starts with Node alone: no
 * compiler, no registry. Then it is unpacked elsewhere and tried. `--no-check` leaves that out.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { locateBinaries } from "#server/platform/embedded-postgres/binaries.ts";
import { writeArchive } from "./archive.ts";
import { contents, readManifest } from "./contents.ts";
import { tryRelease } from "./try-release.ts";

const { name, version } = readManifest();
const root = `${name}-${version}`;
const commit = readFileSync("dist/commit", "utf8").trim();
const file = path.resolve("dist/release", `${root}-${commit}-${process.platform}-${process.arch}.tar.gz`);

await locateBinaries(); // makes its links and its programs executable: who unpacks it may not be who runs it
mkdirSync(path.dirname(file), { recursive: true });
const parts = contents();
const sum = await writeArchive(file, parts, { root, at: timeOfCommit() });
writeFileSync(`${file}.sha256`, `${sum}  ${path.basename(file)}\n`);
const size = Math.round(statSync(file).size / 1e6);
console.log(`${path.relative("", file)}: ${size} MB, ${parts.length} files, SHA-256 ${sum}`);

if (!process.argv.includes("--no-check")) {
  for (const sentence of await tryRelease(file, root)) console.log(sentence);
}

/** What is built from a commit is of its time; SOURCE_DATE_EPOCH overrides it. */
function timeOfCommit(): Date {
  const given = process.env["SOURCE_DATE_EPOCH"];
  const seconds = given ?? execFileSync("git", ["log", "-1", "--format=%ct"], { encoding: "utf8" });
  return new Date(Number(seconds) * 1000);
}
