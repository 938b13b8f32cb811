import { expect, it } from "vitest";
import { cachedFacts } from "./library-metrics.ts";

/** Creates a reader that counts its reads and answers, hangs, or fails. */
function reader() {
  let [reads, mode] = [0, "answering"];
  const read = () => {
    reads += 1;
    if (mode === "hanging") return new Promise<number>(() => {});
    return mode === "failing" ? Promise.reject(new Error("away")) : Promise.resolve(reads);
  };
  return { read, reads: () => reads, be: (next: "answering" | "hanging" | "failing") => void (mode = next) };
}

it("facts are read again only when the cached ones are old", async () => {
  const { read, reads } = reader();
  const facts = cachedFacts(read, { ttl: 60_000, timeoutMs: 1000 });
  expect([await facts(), await facts()]).toEqual([1, 1]);
  expect(reads()).toBe(1);
});

it("the last facts are returned while the database hangs, with one query for all callers", async () => {
  const { read, reads, be } = reader();
  const facts = cachedFacts(read, { ttl: 0, timeoutMs: 10 });
  expect(await facts()).toBe(1);
  be("hanging");
  expect(await Promise.all([facts(), facts(), facts()])).toEqual([1, 1, 1]);
  expect(await facts()).toBe(1);
  expect(reads()).toBe(2);
});

it("the last facts are returned while the database fails, and new ones when it is back", async () => {
  const { read, be } = reader();
  const facts = cachedFacts(read, { ttl: 0, timeoutMs: 1000 });
  be("failing");
  expect(await facts()).toBeUndefined();
  be("answering");
  expect(await facts()).toBe(2);
  be("failing");
  expect(await facts()).toBe(2);
});
