import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { signalScan, storeSignals, activeSignals, trySignal } from "./scan-signals.ts";

/** Records the tones that the browser's real audio plays. */
function recordTones() {
  const start = vi.spyOn(OscillatorNode.prototype, "start");
  const tones = () =>
    start.mock.contexts.flatMap((tone, at) =>
      tone instanceof OscillatorNode && tone.context instanceof AudioContext
        ? [{ pitch: tone.frequency.value, at: start.mock.calls[at]?.[0] ?? 0 }]
        : [],
    );
  return { tones, clear: () => start.mockClear() };
}

let ear: ReturnType<typeof recordTones>;
const off = () => storeSignals([]);
beforeEach(() => {
  off();
  ear = recordTones();
});
afterEach(() => {
  off();
  vi.restoreAllMocks();
});

it("a good scan plays one high tone, and a bad one two low tones in a row", () => {
  storeSignals(["sound"]);
  signalScan(true);
  const good = ear.tones();
  ear.clear();
  signalScan(false);
  const bad = ear.tones();
  expect([good.length, bad.length]).toEqual([1, 2]);
  const lowest = Math.min(...good.map(({ pitch }) => pitch));
  for (const { pitch } of bad) expect(pitch).toBeLessThan(lowest / 2);
  expect((bad[1]?.at ?? 0) - (bad[0]?.at ?? 0)).toBeGreaterThanOrEqual(0.12);
});

it("trying the sound plays the good tone", () => {
  trySignal("sound");
  expect(ear.tones()).toHaveLength(1);
});

it("no signal is given while none is turned on", () => {
  const vibrate = vi.spyOn(navigator, "vibrate");
  signalScan(true);
  signalScan(false);
  storeSignals(["sound", "vibration"]);
  storeSignals([]);
  expect(activeSignals()).toEqual([]);
  signalScan(true);
  signalScan(false);
  expect([ear.tones(), vibrate.mock.calls]).toEqual([[], []]);
});

it("a good scan vibrates once, and a bad one twice, without a sound", () => {
  const vibrate = vi.spyOn(navigator, "vibrate");
  storeSignals(["vibration"]);
  signalScan(true);
  signalScan(false);
  expect(vibrate.mock.calls).toEqual([[60], [[120, 80, 120]]]);
  expect(ear.tones()).toEqual([]);
});
