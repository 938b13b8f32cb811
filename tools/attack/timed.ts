import * as z from "zod";

/** The status of an answer and the ms until its last byte. */
export const timing = z.object({ status: z.number(), ms: z.number() });
export type Timed = z.output<typeof timing>;

/** What visitors asked while the flood lasted. */
export const asked = z.object({ health: z.array(timing), logIns: z.array(timing), searches: z.array(timing) });

/** Asks and reads the whole answer. */
export async function timed(address: string, options?: RequestInit): Promise<Timed> {
  const began = performance.now();
  const answer = await fetch(address, options);
  await answer.arrayBuffer();
  return { status: answer.status, ms: Math.round(performance.now() - began) };
}
