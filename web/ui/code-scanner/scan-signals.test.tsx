import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerScan, keepSignals, signalsHere, trySignal } from "./scan-signals.ts";

/** The tones that the browser is asked to play from now on: its real audio, only watched. */
function hearing() {
  const started = vi.spyOn(OscillatorNode.prototype, "start");
  const tones = () =>
    started.mock.contexts.flatMap((tone, at) =>
      tone instanceof OscillatorNode && tone.context instanceof AudioContext
        ? [{ pitch: tone.frequency.value, at: started.mock.calls[at]?.[0] ?? 0 }]
        : [],
    );
  return { tones, forget: () => started.mockClear() };
}

let ear: ReturnType<typeof hearing>;
const off = () => keepSignals([]);
beforeEach(() => {
  off();
  ear = hearing();
});
afterEach(() => {
  off();
  vi.restoreAllMocks();
});

it("a good scan is one high tone, and a bad one two low ones, one after the other", () => {
  keepSignals(["sound"]);
  answerScan(true);
  const good = ear.tones();
  ear.forget();
  answerScan(false);
  const bad = ear.tones();
  expect([good.length, bad.length]).toEqual([1, 2]);
  const lowest = Math.min(...good.map(({ pitch }) => pitch));
  for (const { pitch } of bad) expect(pitch).toBeLessThan(lowest / 2);
  expect((bad[1]?.at ?? 0) - (bad[0]?.at ?? 0)).toBeGreaterThanOrEqual(0.12);
});

it("trying the sound lets one hear the good one", () => {
  trySignal("sound");
  expect(ear.tones()).toHaveLength(1);
});

it("nothing is heard or felt where nobody wished it, or not any more", () => {
  const felt = vi.spyOn(navigator, "vibrate");
  answerScan(true);
  answerScan(false);
  keepSignals(["sound", "vibration"]);
  keepSignals([]);
  expect(signalsHere()).toEqual([]);
  answerScan(true);
  answerScan(false);
  expect([ear.tones(), felt.mock.calls]).toEqual([[], []]);
});

it("a good scan is one buzz, and a bad one two, without a sound", () => {
  const felt = vi.spyOn(navigator, "vibrate");
  keepSignals(["vibration"]);
  answerScan(true);
  answerScan(false);
  expect(felt.mock.calls).toEqual([[60], [[120, 80, 120]]]);
  expect(ear.tones()).toEqual([]);
});
