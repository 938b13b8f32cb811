import { expect, it } from "vitest";
import { concurrencyLimit } from "./concurrency-limit.ts";

/** Creates work that ends on command. */
function work() {
  let end: (fails?: boolean) => void = () => {};
  let started = false;
  const done = new Promise<string>((resolve, reject) => {
    end = (fails) => (fails ? reject(new Error("failed")) : resolve("done"));
  });
  const run = () => {
    started = true;
    return done;
  };
  return { run, end: (fails?: boolean) => end(fails), hasStarted: () => started };
}

/** Lets all settled promises continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it("work beyond the limit waits in order, and is refused when the queue is full", async () => {
  const limit = concurrencyLimit({ max: 2, maxQueued: 2 });
  const [a, b, c, d, e] = [work(), work(), work(), work(), work()];
  const results = [a, b, c, d].map(({ run }) => limit(run));
  await expect(limit(e.run)).rejects.toMatchObject({ statusCode: 503 });
  await settle();
  expect([a, b, c, d, e].map(({ hasStarted }) => hasStarted())).toEqual([true, true, false, false, false]);
  b.end();
  await settle();
  expect([c, d].map(({ hasStarted }) => hasStarted())).toEqual([true, false]);
  for (const { end } of [a, c, d]) end();
  expect(await Promise.all(results)).toEqual(["done", "done", "done", "done"]);
});

it("failed work frees its slot for the next", async () => {
  const limit = concurrencyLimit({ max: 1, maxQueued: 1 });
  const [a, b, c] = [work(), work(), work()];
  const [first, second] = [limit(a.run), limit(b.run)];
  a.end(true);
  await expect(first).rejects.toThrow("failed");
  b.end();
  expect(await second).toBe("done");
  c.end();
  expect(await limit(c.run)).toBe("done");
});

it("work that waits too long is refused and leaves the queue", async () => {
  const limit = concurrencyLimit({ max: 1, maxQueued: 5, timeoutMs: 20 });
  const [a, b, c] = [work(), work(), work()];
  const first = limit(a.run);
  await expect(limit(b.run)).rejects.toMatchObject({ statusCode: 503 });
  a.end();
  expect(await first).toBe("done");
  c.end();
  expect(await limit(c.run)).toBe("done");
  expect(b.hasStarted()).toBe(false);
});
