const most = { crashes: 5, within: 10 * 60_000 }; // ms

/** How long to wait before the library is started again after crashes at these instants, in ms; null for never. */
export function waitAfter(crashes: readonly number[], now: number): number | null {
  const recent = crashes.filter((at) => now - at < most.within).length;
  return recent < most.crashes ? recent * 1000 : null;
}
