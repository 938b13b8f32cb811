import { storedChoice, storeChoice } from "#web/lib/stored-choice.ts";

/** How a scan answers beside the screen, chosen on this device. */
const signals = ["sound", "vibration"] as const;
export type Signal = (typeof signals)[number];

const keyOf = (signal: Signal) => `scan-${signal}`;

export const isOn = (signal: Signal) => storedChoice(keyOf(signal)) === "on";

export function switchSignal(signal: Signal, on: boolean): void {
  storeChoice(keyOf(signal), on ? "on" : undefined);
  if (on) give(signal, true);
}

let audio: AudioContext | undefined;

/** One short high tone, or two low ones; one short buzz, or two. */
export function answerScan(isGood: boolean): void {
  for (const signal of signals) if (isOn(signal)) give(signal, isGood);
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
