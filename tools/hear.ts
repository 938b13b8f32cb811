// `npm run hear`: plays the journeys of the screen reader, and shows what is said now and not in docs/heard/, or the other way
// around. A person judges the difference; `npm run hear -- --keep` keeps what was said now.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const kept = "docs/heard";
const heard = mkdtempSync(path.join(tmpdir(), "heard-"));

/** Without numbers, hours, and days, which are others each time. */
const lasting = (said: string) =>
  said
    .replace(/\d+/g, "#")
    .replace(/\b[AP]M\b/g, "M")
    .replace(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* #/g, "day #")
    .replace(/\b# de [a-z]+ de #/g, "day #");

const played = spawnSync("npx", ["playwright", "test", "-c", "e2e", "screen-reader/screen-reader", "--retries=1"], {
  stdio: "inherit",
  env: { ...process.env, HEARD_FOLDER: heard },
});
let differs = played.status !== 0;
mkdirSync(kept, { recursive: true });
for (const name of readdirSync(heard)) {
  const now = path.join(heard, name);
  writeFileSync(now, lasting(readFileSync(now, "utf8")));
  if (process.argv.includes("--keep")) {
    writeFileSync(path.join(kept, name), readFileSync(now));
    process.stdout.write(`Kept ${kept}/${name}\n`);
  } else {
    const compared = spawnSync("git", ["diff", "--no-index", "--no-color", path.join(kept, name), now], {
      encoding: "utf8",
    });
    process.stdout.write(compared.stdout || `${name}: nothing else is heard.\n`);
    differs ||= compared.status !== 0;
  }
}
process.exitCode = differs ? 1 : 0;
