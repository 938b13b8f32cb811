import { expect, it } from "vitest";
import { expectedWait, usualAfter } from "./expected-wait.rules.ts";

it("expects a wait for as many to leave as are before one, and one more", () => {
  expect(expectedWait({ waiting: 0, atOnce: 4, usual: 40 })).toBe(10);
  expect(expectedWait({ waiting: 7, atOnce: 4, usual: 40 })).toBe(80);
  expect(expectedWait({ waiting: 99, atOnce: 4, usual: 40 })).toBe(1000);
});

it("follows how long work takes, slowly, so that one that hung does not close the door", () => {
  expect(usualAfter(undefined, 30, 1000)).toBe(30);
  expect(usualAfter(undefined, 20_000, 1000)).toBe(1000);
  expect(usualAfter(32, 20_000, 1000)).toBe(92.5);
  let usual = 1000;
  for (let count = 0; count < 100; count += 1) usual = usualAfter(usual, 20, 1000);
  expect(Math.round(usual)).toBe(22);
});
