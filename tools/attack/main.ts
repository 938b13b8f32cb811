/**
 * Attacks the built product for a few minutes; each attack passes or fails with its figures.
 * npm run attack [-- --only fuzz,sockets] [--seconds 30] [--seed 7]
 */
import { parseArgs } from "node:util";
import { attackBySockets, type AttackOptions, type Outcome } from "./by-sockets.ts";
import { attackByUploads } from "./by-uploads.ts";
import { overload } from "./overload.ts";
import { administrator, startLibrary } from "#e2e/library.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { fuzz } from "#server/test/fuzz/fuzz.ts";

const attacks: Record<string, (options: AttackOptions) => Promise<Outcome>> = {
  overload,
  sockets: attackBySockets,
  fuzz: attackByFuzz,
  uploads: attackByUploads,
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
  const start = performance.now();
  const { figures, wrong } = await attack(options);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`${wrong.length === 0 ? "passed" : "FAILED"} ${name} (${seconds} s, seed ${options.seed})`);
  for (const [what, figure] of Object.entries(figures)) console.log(`  ${what}: ${JSON.stringify(figure)}`);
  for (const each of wrong) console.log(`  WRONG: ${each}`);
  if (wrong.length > 0) process.exitCode = 1;
}

/** Sends every call valid and invalid input, at random. */
async function attackByFuzz({ seconds, seed }: AttackOptions): Promise<Outcome> {
  const library = await startLibrary({ SEED: "none" });
  try {
    const clerk = await clerkOf(library.address);
    for (let copies = 1; copies < 8; copies += 1)
      await stock(clerk, { title: `Title ${copies}`, sku: `F0000${copies}` }, copies);
    const logins = {
      newBorrower: async (batch: number) => {
        const userName = `fuzzed.${batch}`;
        await newBorrower(library.address, userName);
        return { userName, password: "apples and pears", userTypeId: 2 } as const;
      },
      admin: { ...administrator, userTypeId: 1 } as const,
    };
    const { wrong, ...figures } = await fuzz({ address: library.address, logins, seconds: 2 * seconds, seed });
    const faults = library.log().match(/"level":"(?:error|fatal)".*/g) ?? [];
    return { figures, wrong: [...wrong, ...faults.map((line) => `in the log: ${line.slice(0, 1000)}`)] };
  } finally {
    await library.stop();
  }
}
