import { administrator, startLibrary } from "#e2e/library.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { fuzz } from "#server/test/fuzz/fuzz.ts";
import type { AttackOptions, Outcome } from "./attack.ts";

const requestsOfARound = 5000; // then a new library: what thousands of requests add makes its lists long and slow

/** Asks every call for what its schemas allow and for what they do not, for as long as it may. */
export async function attackByFuzz({ seconds, requests, seed }: AttackOptions): Promise<Outcome> {
  const figures = { requests: 0, seconds: 0, statuses: new Map<string, number>(), slowestMs: 0, slowest: "" };
  const wrong: string[] = [];
  const end = performance.now() + seconds * 1000;
  const isOver = () => performance.now() > end || figures.requests >= requests || wrong.length > 0;
  for (let round = 0; !isOver(); round += 1) {
    const found = await fuzzALibrary({
      seconds: (end - performance.now()) / 1000,
      requests: Math.min(requestsOfARound, requests - figures.requests),
      seed: seed + round * 1000,
    });
    figures.requests += found.requests;
    figures.seconds += Math.round(found.requests / Math.max(1, found.perSecond));
    for (const [status, count] of Object.entries(found.statuses))
      figures.statuses.set(status, (figures.statuses.get(status) ?? 0) + count);
    if (found.slowestMs > figures.slowestMs) ({ slowestMs: figures.slowestMs, slowest: figures.slowest } = found);
    wrong.push(...found.wrong);
  }
  // eight at once are no flood: nobody is turned away
  const turnedAway = figures.statuses.get("503") ?? 0;
  if (turnedAway > 0) wrong.push(`${turnedAway} answers of status 503`);
  return { figures: { ...figures, statuses: Object.fromEntries(figures.statuses) }, wrong };
}

async function fuzzALibrary({ seconds, requests, seed }: Omit<AttackOptions, "isShared">) {
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
    const found = await fuzz({ address: library.address, logins, seconds, requests, seed });
    const faults = library.log().match(/"level":"(?:error|fatal)".*/g) ?? [];
    return { ...found, wrong: [...found.wrong, ...faults.map((line) => `in the log: ${line.slice(0, 1000)}`)] };
  } finally {
    await library.stop();
  }
}
