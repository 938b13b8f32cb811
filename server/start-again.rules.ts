const maxCrashes = 5;
const windowMs = 10 * 60_000;

/** Returns how long to wait before restarting the library after these crashes, in ms; null to give up. */
export function restartDelay(crashes: readonly number[], now: number): number | null {
  const recent = crashes.filter((at) => now - at < windowMs).length;
  return recent < maxCrashes ? recent * 1000 : null;
}
