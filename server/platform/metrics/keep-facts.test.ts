import { expect, it } from "vitest";
import { keepFacts } from "./library-metrics.ts";

/** A reader that counts its reads, and answers at once, never, or with a failure. */
function reader() {
  let [reads, how] = [0, "at once"];
  const read = () => {
    reads += 1;
    if (how === "never") return new Promise<number>(() => {});
    return how === "failing" ? Promise.reject(new Error("away")) : Promise.resolve(reads);
  };
  return { read, reads: () => reads, be: (next: "at once" | "never" | "failing") => void (how = next) };
}

it("reads again only when what it has is old", async () => {
  const { read, reads } = reader();
  const facts = keepFacts(read, { fresh: 60_000, patience: 1000 });
  expect([await facts(), await facts()]).toEqual([1, 1]);
  expect(reads()).toBe(1);
});

it("gives what it had while the database is silent, and asks it once for all", async () => {
  const { read, reads, be } = reader();
  const facts = keepFacts(read, { fresh: 0, patience: 10 });
  expect(await facts()).toBe(1);
  be("never");
  expect(await Promise.all([facts(), facts(), facts()])).toEqual([1, 1, 1]);
  expect(await facts()).toBe(1);
  expect(reads()).toBe(2);
});

it("gives what it had when the database fails, and what is new when it is back", async () => {
  const { read, be } = reader();
  const facts = keepFacts(read, { fresh: 0, patience: 1000 });
  be("failing");
  expect(await facts()).toBeUndefined();
  be("at once");
  expect(await facts()).toBe(2);
  be("failing");
  expect(await facts()).toBe(2);
});
