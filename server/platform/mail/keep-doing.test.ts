import { expect, it } from "vitest";
import { keepDoing } from "./keep-doing.ts";

const said: string[] = [];
const log = { warn: (_about: object, sentence: string) => void said.push(sentence) };

it("goes on after a failure, and waits for the round under way when it is stopped", async () => {
  let rounds = 0;
  let [enter, leave] = [() => {}, () => {}];
  const entered = new Promise<void>((resolve) => (enter = resolve));
  const left = new Promise<void>((resolve) => (leave = resolve));
  const stop = keepDoing(
    "counting",
    async (stopping) => {
      rounds += 1;
      if (rounds === 1) throw new Error("not today");
      if (rounds < 3) return;
      stopping.addEventListener("abort", leave);
      enter();
      await left;
      rounds = 100;
    },
    { every: 1, afterFailure: 1, log },
  );
  await entered;
  await stop();
  expect(rounds).toBe(100);
  expect(said).toEqual(["counting failed; it is tried again"]);
});
