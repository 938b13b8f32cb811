import { expect, it } from "vitest";
import { sharedRead } from "./shared-read.ts";

/** Creates a shared read whose underlying reads end on command. */
function aRead() {
  const started: { end: (value: string) => void; fail: () => void }[] = [];
  const read = sharedRead(
    () =>
      new Promise<string>((resolve, reject) => {
        started.push({ end: resolve, fail: () => reject(new Error("lost")) });
      }),
  );
  return { read, started };
}

/** Lets all settled promises continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it("a shared read runs once for the first caller and once for all callers during that read", async () => {
  const { read, started } = aRead();
  const first = read();
  const others = [read(), read(), read()];
  expect(started).toHaveLength(1);
  started[0]?.end("old");
  expect(await first).toBe("old");
  await settle();
  expect(started).toHaveLength(2);
  started[1]?.end("new");
  expect(await Promise.all(others)).toEqual(["new", "new", "new"]);
});

it("a shared read never returns an answer that was started before the call", async () => {
  const { read, started } = aRead();
  const first = read();
  const late = read();
  started[0]?.end("before the change");
  await first;
  await settle();
  const later = read(); // during the second read
  started[1]?.end("after the change");
  expect(await late).toBe("after the change");
  await settle();
  expect(started).toHaveLength(3);
  started[2]?.end("later still");
  expect(await later).toBe("later still");
});

it("a failed read does not affect later callers", async () => {
  const { read, started } = aRead();
  const first = read();
  const second = read();
  started[0]?.fail();
  await expect(first).rejects.toThrow("lost");
  await settle();
  started[1]?.end("well");
  expect(await second).toBe("well");
  await settle();
  const third = read();
  started[2]?.end("well again");
  expect(await third).toBe("well again");
});
