import { expect, it } from "vitest";
import { concurrencyLimit } from "./concurrency-limit.ts";

/** Work that ends on command. */
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

/** Lets every settled promise continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it("work beyond the limit waits in order, and is refused when the queue is full", async () => {
  const inTurn = concurrencyLimit({ atOnce: 2, queue: 2 });
  const [a, b, c, d, e] = [work(), work(), work(), work(), work()];
  const results = [a, b, c, d].map(({ run }) => inTurn(run));
  await expect(inTurn(e.run)).rejects.toMatchObject({ statusCode: 503 });
  await settle();
  expect([a, b, c, d, e].map(({ hasStarted }) => hasStarted())).toEqual([true, true, false, false, false]);
  b.end();
  await settle();
  expect([c, d].map(({ hasStarted }) => hasStarted())).toEqual([true, false]);
  for (const { end } of [a, c, d]) end();
  expect(await Promise.all(results)).toEqual(["done", "done", "done", "done"]);
});

it("failed work gives its place to the next", async () => {
  const inTurn = concurrencyLimit({ atOnce: 1, queue: 1 });
  const [a, b, c] = [work(), work(), work()];
  const [first, second] = [inTurn(a.run), inTurn(b.run)];
  a.end(true);
  await expect(first).rejects.toThrow("failed");
  b.end();
  expect(await second).toBe("done");
  c.end();
  expect(await inTurn(c.run)).toBe("done");
});

it("work that waited for too long is refused, and gives its place in the queue back", async () => {
  const inTurn = concurrencyLimit({ atOnce: 1, queue: 5, timeoutMs: 20 });
  const [a, b, c] = [work(), work(), work()];
  const first = inTurn(a.run);
  await expect(inTurn(b.run)).rejects.toMatchObject({ statusCode: 503 });
  a.end();
  expect(await first).toBe("done");
  c.end();
  expect(await inTurn(c.run)).toBe("done");
  expect(b.hasStarted()).toBe(false);
});
