import { storedChoice, storeChoice } from "#web/lib/stored-choice.ts";

/** How a scan can answer beside the screen. */
export const signals = ["sound", "vibration"] as const;
export type Signal = (typeof signals)[number];

// The wish is the person's. This browser keeps it from the login on: inventory counts scan without a network and without a login.
const keyOf = (signal: Signal) => `scan-${signal}`;

const isOn = (signal: Signal) => storedChoice(keyOf(signal)) === "on";

/** How scans answer here, beside the screen. */
export const signalsHere = (): Signal[] => signals.filter(isOn);

/** From now on scans answer so in this browser. */
export function keepSignals(wished: readonly Signal[]): void {
  for (const signal of signals) storeChoice(keyOf(signal), wished.includes(signal) ? "on" : undefined);
}

/** Lets somebody hear or feel what they turned on. */
export const trySignal = (signal: Signal) => give(signal, true);

let audio: AudioContext | undefined;

/** One short high tone, or two low ones; one short buzz, or two. */
export function answerScan(isGood: boolean): void {
  for (const signal of signalsHere()) give(signal, isGood);
}

function give(signal: Signal, isGood: boolean): void {
  if (signal === "vibration") {
    // not on every device
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
