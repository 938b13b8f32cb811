import { outcomeOf } from "#server/refusals/http-error.ts";

type Outcome = { refusal: Awaited<ReturnType<typeof outcomeOf>> };

/** Does something with each of these, each in its own transaction: one that is refused keeps no other from it. */
export async function oneByOne<One extends object>(
  ones: readonly One[],
  act: (one: One) => Promise<void>,
): Promise<(One & Outcome)[]> {
  const outcomes: (One & Outcome)[] = [];
  for (const one of ones) outcomes.push({ ...one, refusal: await outcomeOf(act(one)) });
  return outcomes;
}
