import { expect, it } from "vitest";
import { sharedRead } from "./shared-read.ts";

/** A read that ends on command, and the reads started so far. */
function aRead() {
  const begun: { end: (value: string) => void; fail: () => void }[] = [];
  const read = sharedRead(
    () =>
      new Promise<string>((resolve, reject) => {
        begun.push({ end: resolve, fail: () => reject(new Error("lost")) });
      }),
  );
  return { read, begun };
}

/** Lets everything that is ready continue. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it("starts one read for the first caller and one for everyone who came during it", async () => {
  const { read, begun } = aRead();
  const first = read();
  const others = [read(), read(), read()];
  expect(begun).toHaveLength(1);
  begun[0]?.end("old");
  expect(await first).toBe("old");
  await settled();
  expect(begun).toHaveLength(2);
  begun[1]?.end("new");
  expect(await Promise.all(others)).toEqual(["new", "new", "new"]);
});

it("never returns an answer that was started before the call", async () => {
  const { read, begun } = aRead();
  const first = read();
  const late = read();
  begun[0]?.end("before the change");
  await first;
  await settled();
  const later = read(); // while the second is under way
  begun[1]?.end("after the change");
  expect(await late).toBe("after the change");
  await settled();
  expect(begun).toHaveLength(3);
  begun[2]?.end("later still");
  expect(await later).toBe("later still");
});

it("does not pass one read's failure to later callers", async () => {
  const { read, begun } = aRead();
  const first = read();
  const second = read();
  begun[0]?.fail();
  await expect(first).rejects.toThrow("lost");
  await settled();
  begun[1]?.end("well");
  expect(await second).toBe("well");
  await settled();
  const third = read();
  begun[2]?.end("well again");
  expect(await third).toBe("well again");
});
