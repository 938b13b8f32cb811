/**
 * Attacks on the built product, each with its figures; the short form of each is among the tests.
 * npm run attack [-- --only fuzz,sockets] [--seconds 300] [--requests 100000] [--seed 7] [--shared]
 * `--shared` says that other programs use the machine: answers may then be late in proportion to its usual load.
 */
import { parseArgs } from "node:util";
import type { AttackOptions, Outcome } from "./attack.ts";
import { attackByChaos } from "./by-chaos.ts";
import { attackByFuzz } from "./by-fuzz.ts";
import { attackByPromises } from "./by-promises.ts";
import { attackByRaces } from "./by-races.ts";
import { attackBySockets } from "./by-sockets.ts";
import { attackByUploads } from "./by-uploads.ts";
import { fewDescriptors } from "./descriptors.ts";
import { frozenDatabase } from "./frozen-database.ts";
import { heap } from "./heap.ts";
import { overload } from "./overload.ts";
import { smallMachine } from "./small-machine.ts";

const attacks: Record<string, (options: AttackOptions) => Promise<Outcome>> = {
  fuzz: attackByFuzz,
  sockets: attackBySockets,
  uploads: attackByUploads,
  races: attackByRaces,
  promises: attackByPromises,
  chaos: attackByChaos,
  heap,
  overload,
  descriptors: fewDescriptors,
  frozen: frozenDatabase,
  small: smallMachine,
};

const { values } = parseArgs({
  options: {
    only: { type: "string", default: Object.keys(attacks).join(",") },
    seconds: { type: "string", default: "300" },
    requests: { type: "string", default: "Infinity" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    shared: { type: "boolean", default: false },
  },
});
const options = {
  seconds: Number(values.seconds),
  requests: Number(values.requests),
  seed: Number(values.seed),
  isShared: values.shared,
};

for (const name of values.only.split(",")) {
  const attack = attacks[name];
  if (!attack) throw new Error(`${name} is no attack: there are ${Object.keys(attacks).join(", ")}.`);
  const began = performance.now();
  const { figures, wrong } = await attack(options);
  const took = Math.round((performance.now() - began) / 1000);
  console.log(`\n${wrong.length === 0 ? "held  " : "BROKEN"} ${name} (${took} s, seed ${options.seed})`);
  for (const [what, figure] of Object.entries(figures)) console.log(`  ${what}: ${JSON.stringify(figure)}`);
  for (const each of wrong) console.log(`  WRONG: ${each}`);
  if (wrong.length > 0) process.exitCode = 1;
}
