import { expect, it } from "vitest";
import { turnstile } from "./turnstile.ts";

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

it("runs a limited number at once, the rest in order, and refuses what the queue cannot hold", async () => {
  const inTurn = turnstile({ atOnce: 2, queue: 2 });
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

it("passes the place of failed work on", async () => {
  const inTurn = turnstile({ atOnce: 1, queue: 1 });
  const [a, b, c] = [work(), work(), work()];
  const [first, second] = [inTurn(a.run), inTurn(b.run)];
  a.end(true);
  await expect(first).rejects.toThrow("failed");
  b.end();
  expect(await second).toBe("done");
  c.end();
  expect(await inTurn(c.run)).toBe("done");
});

it("refuses what has waited too long, and lets in who comes after it", async () => {
  const inTurn = turnstile({ atOnce: 1, queue: 5, patience: 20 });
  const [a, b, c] = [work(), work(), work()];
  const first = inTurn(a.run);
  await expect(inTurn(b.run)).rejects.toMatchObject({ statusCode: 503 });
  a.end();
  expect(await first).toBe("done");
  c.end();
  expect(await inTurn(c.run)).toBe("done");
  expect(b.hasStarted()).toBe(false);
});

it("turns away at once who would wait for too long, by how long work takes, but not while something is away", async () => {
  let [time, isAway] = [0, false];
  const outage = { isOn: () => isAway, patience: 600_000 };
  const inTurn = turnstile({ atOnce: 2, queue: 100, patience: 600_000, foreseen: 250 }, outage, () => time);
  const some = Array.from({ length: 6 }, work);
  const [first, ...others] = some;
  const begun = first ? inTurn(first.run) : undefined;
  await settle();
  time = 200; // as long as work takes here
  first?.end();
  await begun;
  const taken = others.slice(0, 4).map(({ run }) => inTurn(run)); // two are inside, and two wait: 100 and 200 ms
  await settle();
  expect(inTurn.isFull()).toBe(true);
  await expect(inTurn(work().run)).rejects.toMatchObject({ statusCode: 503 });
  isAway = true;
  taken.push(...others.slice(4, 5).map(({ run }) => inTurn(run)));
  await settle();
  expect(inTurn.counts()).toEqual({ running: 2, waiting: 3 });
  for (const { end } of others) end();
  expect(await Promise.all(taken)).toEqual(taken.map(() => "done"));
});

it("keeps those in the queue while those inside wait for what is away, and lets them in when it is back", async () => {
  let isAway = true;
  const inTurn = turnstile({ atOnce: 1, queue: 1, patience: 20 }, { isOn: () => isAway, patience: 600_000 });
  const [a, b, c] = [work(), work(), work()];
  const [first, second] = [inTurn(a.run), inTurn(b.run)];
  await expect(inTurn(c.run)).rejects.toMatchObject({ statusCode: 503 }); // the queue is as short as ever
  const since = performance.now();
  await expect.poll(() => performance.now() - since).toBeGreaterThan(100);
  isAway = false;
  a.end();
  expect(await first).toBe("done");
  b.end();
  expect(await second).toBe("done");
});

it("refuses those in the queue when what is away stays so for too long", async () => {
  const inTurn = turnstile({ atOnce: 1, queue: 2, patience: 20 }, { isOn: () => true, patience: 60 });
  const [a, b, c] = [work(), work(), work()];
  const first = inTurn(a.run);
  const since = performance.now();
  await expect(inTurn(b.run)).rejects.toMatchObject({ statusCode: 503 });
  expect(performance.now() - since).toBeGreaterThan(59);
  a.end();
  expect(await first).toBe("done");
  c.end();
  expect(await inTurn(c.run)).toBe("done");
  expect(b.hasStarted()).toBe(false);
});

it("lets nobody wait twice for what is away: in the queue for long, and then inside", async () => {
  const inTurn = turnstile({ atOnce: 1, queue: 2, patience: 20 }, { isOn: () => true, patience: 2000 });
  const [a, b, c] = [work(), work(), work()];
  const [first, second] = [inTurn(a.run), inTurn(b.run)];
  const since = performance.now();
  await expect.poll(() => performance.now() - since, { interval: 20 }).toBeGreaterThan(600);
  const third = inTurn(c.run);
  a.end();
  expect(await first).toBe("done");
  await expect(second).rejects.toMatchObject({ statusCode: 503 });
  c.end();
  expect(await third).toBe("done");
  expect(b.hasStarted()).toBe(false);
});
