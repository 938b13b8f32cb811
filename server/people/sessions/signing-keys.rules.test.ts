import { describe, expect, it } from "vitest";
import { keysInForce } from "./signing-keys.ts";

const now = new Date("2026-11-23T12:00:00Z");
const hours = (from: number) => new Date(now.getTime() + from * 60 * 60 * 1000);
const key = (keyId: string, from: number | null) => ({ keyId, signsFrom: from === null ? null : hours(from) });

function inForce(...keys: ReturnType<typeof key>[]) {
  const result = keysInForce(keys, now);
  return result && [result.signing.keyId, result.accepted.map(({ keyId }) => keyId).join("")];
}

describe("signing keys", () => {
  it.each([
    ["the only one signs, even before its time", [key("a", 1)], ["a", "a"]],
    ["one that will sign later is already accepted", [key("b", 0.01), key("a", -500)], ["a", "ba"]],
    ["the newest signs from its time on", [key("b", 0), key("a", -500)], ["b", "ba"]],
    ["the previous one is accepted for a day after that", [key("b", -23.9), key("a", -500)], ["b", "ba"]],
    ["the previous one is refused after that day", [key("b", -24), key("a", -500)], ["b", "b"]],
    ["all of the last day are accepted, in any order", [key("a", -30), key("c", -1), key("b", -2)], ["c", "cba"]],
    ["those without a date are accepted, and the first signs", [key("b", null), key("a", null)], ["b", "ba"]],
    ["those without a date end a day after a dated one", [key("b", -25), key("a", null), key("z", null)], ["b", "b"]],
  ])("in force: %s", (_what, keys, expected) => {
    expect(inForce(...keys)).toEqual(expected);
  });

  it("in force are undefined without any key", () => {
    expect(inForce()).toBeUndefined();
  });
});
