import { storedChoice, storeChoice } from "#web/lib/stored-choice.ts";

/** Sounds and vibrations that a scan can give, in addition to what the screen shows. */
export const signals = ["sound", "vibration"] as const;
export type Signal = (typeof signals)[number];

// The setting belongs to the account. A login copies it into this browser, because inventory counts work offline and
// logged out.
const keyOf = (signal: Signal) => `scan-${signal}`;

const isOn = (signal: Signal) => storedChoice(keyOf(signal)) === "on";

export const activeSignals = (): Signal[] => signals.filter(isOn);

/** Stores which signals are on in this browser. */
export function storeSignals(active: readonly Signal[]): void {
  for (const signal of signals) storeChoice(keyOf(signal), active.includes(signal) ? "on" : undefined);
}

/** Gives the signal once, as a preview. */
export const trySignal = (signal: Signal) => give(signal, true);

let audio: AudioContext | undefined;

/** Signals a scan: one high tone or vibration for a good one, two low ones for a bad one. */
export function signalScan(isGood: boolean): void {
  for (const signal of activeSignals()) give(signal, isGood);
}

function give(signal: Signal, isGood: boolean): void {
  if (signal === "vibration") {
    // missing on some devices
    navigator.vibrate?.(isGood ? 60 : [120, 80, 120]);
    return;
  }
  audio ??= new AudioContext();
  const tones = isGood
    ? [{ pitch: 1320, at: 0 }]
    : [
        { pitch: 220, at: 0 },
        { pitch: 220, at: 0.2 },
      ];
  for (const { pitch, at } of tones) beep(audio, pitch, audio.currentTime + at);
}

function beep(context: AudioContext, pitch: number, at: number): void {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.2, at);
  volume.gain.linearRampToValueAtTime(0, at + 0.12);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.12);
}
