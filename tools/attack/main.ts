/**
 * Attacks on the built product, a few minutes in all; each passes or fails with its figures.
 * npm run attack [-- --only fuzz,sockets] [--seconds 30] [--seed 7]
 */
import { parseArgs } from "node:util";
import type { AttackOptions, Outcome } from "./attack.ts";
import { attackByFuzz } from "./by-fuzz.ts";
import { attackByRaces } from "./by-races.ts";
import { attackBySockets } from "./by-sockets.ts";
import { attackByUploads } from "./by-uploads.ts";
import { overload } from "./overload.ts";

const attacks: Record<string, (options: AttackOptions) => Promise<Outcome>> = {
  overload,
  sockets: attackBySockets,
  fuzz: attackByFuzz,
  uploads: attackByUploads,
  races: attackByRaces,
};

const { values } = parseArgs({
  options: {
    only: { type: "string", default: Object.keys(attacks).join(",") },
    seconds: { type: "string", default: "30" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const options = { seconds: Number(values.seconds), seed: Number(values.seed) };

for (const name of values.only.split(",")) {
  const attack = attacks[name];
  if (!attack) throw new Error(`There is no attack ${name}; there are ${Object.keys(attacks).join(", ")}.`);
  const began = performance.now();
  const { figures, wrong } = await attack(options);
  const took = Math.round((performance.now() - began) / 1000);
  console.log(`${wrong.length === 0 ? "passed" : "FAILED"} ${name} (${took} s, seed ${options.seed})`);
  for (const [what, figure] of Object.entries(figures)) console.log(`  ${what}: ${JSON.stringify(figure)}`);
  for (const each of wrong) console.log(`  WRONG: ${each}`);
  if (wrong.length > 0) process.exitCode = 1;
}
