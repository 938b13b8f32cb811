import { describe, expect, it } from "vitest";
import { keysInForce } from "./signing-keys.ts";

const now = new Date("2026-11-23T12:00:00Z");
const hours = (from: number) => new Date(now.getTime() + from * 60 * 60 * 1000);
const key = (keyId: string, from: number | null) => ({ keyId, signsFrom: from === null ? null : hours(from) });

/** The one that signs, and all that are accepted. */
function inForce(...keys: ReturnType<typeof key>[]) {
  const found = keysInForce(keys, now);
  return found && [found.signing.keyId, found.accepted.map(({ keyId }) => keyId).join("")];
}

describe("of the keys", () => {
  it.each([
    ["the only one signs, though it is to sign later", [key("a", 1)], ["a", "a"]],
    ["one that is to sign later is accepted already", [key("b", 0.01), key("a", -500)], ["a", "ba"]],
    ["the newest signs from its moment on", [key("b", 0), key("a", -500)], ["b", "ba"]],
    ["the one before is accepted for a day after that", [key("b", -23.9), key("a", -500)], ["b", "ba"]],
    ["the one before is refused after that day", [key("b", -24), key("a", -500)], ["b", "b"]],
    ["all of a day are accepted, in any order", [key("a", -30), key("c", -1), key("b", -2)], ["c", "cba"]],
    ["those without a date are accepted, and the first signs", [key("b", null), key("a", null)], ["b", "ba"]],
    [
      "those without a date end a day after one with a date",
      [key("b", -25), key("a", null), key("z", null)],
      ["b", "b"],
    ],
  ])("%s", (_what, keys, expected) => {
    expect(inForce(...keys)).toEqual(expected);
  });

  it("there must be one", () => {
    expect(inForce()).toBeUndefined();
  });
});
