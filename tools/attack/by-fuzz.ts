import { administrator, startLibrary } from "#e2e/library.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { fuzz } from "#server/test/fuzz/fuzz.ts";
import type { AttackOptions, Outcome } from "./attack.ts";

/** Asks every call for what its schemas allow and for what they don't, for as long as it may. */
export async function attackByFuzz({ seconds, seed }: AttackOptions): Promise<Outcome> {
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
