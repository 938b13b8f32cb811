// Kills the application, its database, and both, 100 times (or the given number) while they write, and counts lost rows:
// `node --import ./tools/typescript.mjs tools/kill-the-database.ts 100`.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { killRounds, victims } from "#server/test/kill-rounds.ts";

const wanted = Number(process.argv[2] ?? 100);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-kill-"));
fs.chmodSync(folder, 0o755); // the server may run as another user
const print = (line: string) => process.stdout.write(`${line}\n`);

let number = 0;
const rounds = await killRounds(
  path.join(folder, "postgres"),
  wanted,
  ({ victim, acknowledged, missing, openedInMs, orphans }) => {
    number += 1;
    print(
      `${number} killed ${victim}; opened in ${openedInMs} ms; ${acknowledged} acknowledged so far, ${missing} lost, ${orphans.length} orphans`,
    );
  },
);
fs.rmSync(folder, { recursive: true, force: true });

const kills = victims
  .map((victim) => `${rounds.slice(0, wanted).filter((round) => round.victim === victim).length} ${victim}`)
  .join(", ");
const lost = rounds.reduce((most, round) => Math.max(most, round.missing), 0);
const orphans = rounds.reduce((sum, round) => sum + round.orphans.length, 0);
const slowest = Math.max(...rounds.slice(1).map((round) => round.openedInMs));
print(
  `${wanted} kills (${kills}): ${rounds.at(-1)?.acknowledged} rows acknowledged, ${lost} lost, ${orphans} orphans, slowest reopening ${slowest} ms.`,
);
process.exitCode = lost === 0 && orphans === 0 ? 0 : 1;
