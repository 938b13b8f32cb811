import { createHash } from "node:crypto";

/** A pseudorandom number from 0 to 1, always the same for the same purpose and id. */
export function chance(purpose: string, id: string): number {
  return createHash("sha256").update(`${purpose} ${id}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** Picks a value by chance, in proportion to its weight. */
export function pick<T>(purpose: string, id: string, weighted: readonly (readonly [weight: number, value: T])[]): T {
  let left = chance(purpose, id) * weighted.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, value] of weighted) {
    left -= weight;
    if (left < 0) return value;
  }
  throw new Error(`Nothing to pick from for ${purpose}.`);
}
