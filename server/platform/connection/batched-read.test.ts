import { setImmediate as oneTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { batchedRead } from "./batched-read.ts";

/** A batched read that answers each key with itself and the number of the read; without "nobody". */
function aRead(most = 10) {
  const reads: (readonly string[])[] = [];
  const ask = batchedRead(async (keys: readonly string[]) => {
    reads.push(keys);
    const number = reads.length;
    if (keys.includes("lost")) throw new Error("lost");
    return new Map(keys.filter((key) => key !== "nobody").map((key) => [key, `${key} ${number}`]));
  }, most);
  return { ask, reads };
}

it("reads once for all who ask in one turn, and gives each their own", async () => {
  const { ask, reads } = aRead();
  expect(await Promise.all(["a", "b", "a", "nobody"].map(ask))).toEqual(["a 1", "b 1", "a 1", undefined]);
  expect(reads).toEqual([["a", "b", "nobody"]]);
});

it("never gives an answer that was started before the call", async () => {
  const { ask, reads } = aRead();
  const before = ask("a");
  while (reads.length === 0) await oneTurn();
  expect(await Promise.all([before, ask("a")])).toEqual(["a 1", "a 2"]);
});

it("reads for so many at once, and for others beside it", async () => {
  const { ask, reads } = aRead(2);
  expect(await Promise.all(["a", "b", "c"].map(ask))).toEqual(["a 1", "b 1", "c 2"]);
  expect(reads).toEqual([["a", "b"], ["c"]]);
});

it("fails those who asked, and nobody after them", async () => {
  const { ask } = aRead();
  await expect(ask("lost")).rejects.toThrow("lost");
  expect(await ask("a")).toBe("a 2");
});
