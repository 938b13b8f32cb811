import { createHash } from "node:crypto";

/** A number from 0 up to 1 that looks random and is always the same for the same purpose and id. */
export function chance(purpose: string, id: string): number {
  return createHash("sha256").update(`${purpose} ${id}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** Picks one of the values by chance; each comes as often as its weight says. */
export function pick<T>(purpose: string, id: string, weighted: readonly (readonly [weight: number, value: T])[]): T {
  let left = chance(purpose, id) * weighted.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, value] of weighted) {
    left -= weight;
    if (left < 0) return value;
  }
  throw new Error(`Nothing to pick from for ${purpose}.`);
}
