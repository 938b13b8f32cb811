import { createHash } from "node:crypto";

/** Returns a pseudorandom number from 0 to 1, always the same for the same purpose and id. */
export function chance(purpose: string, id: string): number {
  return createHash("sha256").update(`${purpose} ${id}`).digest().readUInt32BE(0) / 2 ** 32;
}

const day = 86_400_000; // ms

/** Returns a time within working hours in California, a number of days ago. */
export function daysBefore(now: Date, days: number, purpose = ""): Date {
  const morning = new Date(now.getTime() - Math.floor(days) * day);
  morning.setUTCHours(17, Math.floor(chance(purpose, String(days)) * 360), 0, 0);
  return morning < now ? morning : new Date(now.getTime() - day / 24);
}

/** Returns the calendar day a number of days ago (negative: ahead). */
export function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * day).toISOString().slice(0, 10);
}
