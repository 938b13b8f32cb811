import { describe, expect, it } from "vitest";
import { readKeyLines, writeKeyLines } from "../environment/given-settings.ts";
import { keysInForce } from "./secret-key.ts";

const now = new Date("2026-11-23T12:00:00Z");
const hours = (from: number) => new Date(now.getTime() + from * 60 * 60 * 1000);
const key = (keyId: string, from: number | null | "retired") => ({
  keyId,
  startsAt: typeof from === "number" ? hours(from) : null,
  isRetired: from === "retired",
});

function inForce(...keys: ReturnType<typeof key>[]) {
  const result = keysInForce(keys, now);
  return result && [result.current.keyId, result.accepted.map(({ keyId }) => keyId).join("")];
}

describe("secret keys", () => {
  it.each([
    ["the only one is used, even before its time", [key("a", 1)], ["a", "a"]],
    ["one that starts later is already accepted", [key("b", 0.01), key("a", -500)], ["a", "ba"]],
    ["the newest is used from its time on", [key("b", 0), key("a", -500)], ["b", "ba"]],
    ["the previous one is accepted for a day after that", [key("b", -23.9), key("a", -500)], ["b", "ba"]],
    ["the previous one is refused after that day", [key("b", -24), key("a", -500)], ["b", "b"]],
    ["all of the last day are accepted, in any order", [key("a", -30), key("c", -1), key("b", -2)], ["c", "cba"]],
    ["those without a date are accepted, and the first is used", [key("b", null), key("a", null)], ["b", "ba"]],
    ["those without a date end a day after a dated one", [key("b", -25), key("a", null), key("z", null)], ["b", "b"]],
    ["a retired one is never accepted", [key("b", 0), key("a", "retired")], ["b", "b"]],
  ])("in force: %s", (_what, keys, expected) => {
    expect(inForce(...keys)).toEqual(expected);
  });

  it("in force are undefined if there is no key", () => {
    expect(inForce()).toBeUndefined();
    expect(inForce(key("a", "retired"))).toBeUndefined();
  });

  it("are written in the format that is read, and unreadable if all are retired or a note is unknown", () => {
    const [a, b] = ["a".repeat(43), "b".repeat(43)];
    const text = `${a}@2026-11-23T12:00:00.000Z\n${b}@retired\n`;
    expect(writeKeyLines(readKeyLines(text) ?? [])).toBe(text);
    for (const wrong of [`${a}@retired`, `${a}@soon`, "", a.slice(1), `${a}@2026-99-99T00:00:00Z`])
      expect(readKeyLines(wrong)).toBeUndefined();
  });
});
