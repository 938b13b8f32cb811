import { setTimeout as pause } from "node:timers/promises";

const usual = { fresh: 5000, patience: 1000 }; // ms

/**
 * Reads facts at most every few seconds, however many ask, and one read at a time. Who asks waits for a moment, and gets
 * what was read last when the database takes longer or does not answer; undefined: it never has.
 */
export function keepFacts<T>(read: () => Promise<T>, { fresh, patience } = usual): () => Promise<T | undefined> {
  let known: T | undefined;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;
  const look = async () => {
    try {
      known = await read();
    } catch {
      // others say that the database is away
    }
    readAt = performance.now();
    reading = undefined;
  };
  return async () => {
    if (performance.now() - readAt >= fresh) reading ??= look();
    if (reading) await Promise.race([reading, pause(patience, undefined, { ref: false })]);
    return known;
  };
}
