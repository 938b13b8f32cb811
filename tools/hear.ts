// `npm run hear`: plays the journeys of the screen reader, and shows what is said now and not in docs/heard/, or the other way
// around. A person judges the difference; `npm run hear -- --keep` keeps what was said now.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const kept = "docs/heard";
const heard = mkdtempSync(path.join(tmpdir(), "heard-"));

/**
 * What is compared: what each key did. Left out is what the reader says or not by its own timing: the page's start, what the focus
 * leaves and what is around it, the level of a heading that has it, the button that has it after Return or Escape, as most that a
 * dialog gives it back to, and letters that came faster than it follows, with the field that they came into. Left out is also the
 * order: a message waits for the voice, a new focus does not.
 */
function essence(said: string): string {
  const [, ...keys] = said.split(/^(?= {2}\[)/m);
  const around =
    /^(?:leaving |region |List with |Leaving |Loading\.| Please wait\.|Finished loading|Nesting level |Skip to main content link\.|main content$|banner$|information$|(?:Browse|Focus) mode$|(?:.* )?document web\.$|.*black circle|[a-z]$)/i;
  const isDone = (press = "") => /\[(?:Return|Escape)\]/.test(press);
  const isTyping = (press = "") => press.startsWith("  [types ");
  const isField = (line: string) => / (?:entry\b.*|password text\.)$/.test(line);
  const isButton = (line: string) => /(?:^| )push button\.$/.test(line);
  return keys
    .map((key) => {
      const [press, ...lines] = key.split("\n");
      const heard = lines.filter(
        (line) =>
          line !== "" &&
          !around.test(line) &&
          !(isDone(press) && isButton(line)) &&
          !(isTyping(press) && isField(line)),
      );
      return [press, ...heard.map((line) => line.replace(/ heading level #\.$/, ".")).toSorted()].join("\n");
    })
    .join("\n");
}

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
const before = path.join(heard, "before");
mkdirSync(before);
for (const name of readdirSync(heard).filter((file) => file.endsWith(".txt"))) {
  const now = path.join(heard, name);
  const old = path.join(kept, name);
  const said = lasting(readFileSync(now, "utf8"));
  writeFileSync(now, essence(said));
  writeFileSync(path.join(before, name), existsSync(old) ? essence(readFileSync(old, "utf8")) : "");
  const compared = spawnSync("git", ["diff", "--no-index", "--no-color", path.join(before, name), now], {
    encoding: "utf8",
  });
  if (compared.status === 0) process.stdout.write(`${name}: nothing else is heard.\n`);
  else if (process.argv.includes("--keep")) {
    writeFileSync(old, said);
    process.stdout.write(`Kept ${old}\n`);
  } else {
    process.stdout.write(compared.stdout);
    differs = true;
  }
}
process.exitCode = differs ? 1 : 0;
