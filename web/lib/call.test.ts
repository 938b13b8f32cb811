import { expect, it } from "vitest";
import { CallFailed, isRefusedFor } from "./call.ts";

it("knows why a call was refused by its reason, whatever the sentence says", () => {
  const refused = new CallFailed(200, "Anything at all.", {
    reason: { kind: "stale", what: "order", changedBy: "Dana O'Neil" },
  });
  expect(isRefusedFor(refused, "stale")).toBe(true);
  expect(isRefusedFor(refused, "terms-changed")).toBe(false);
  expect(isRefusedFor(new CallFailed(503, "stale"), "stale")).toBe(false);
  expect(isRefusedFor(new Error("stale"), "stale")).toBe(false);
});
