/** Seconds in which a change can be undone before an email tells of it: two minutes, or less where parcels rest shorter. */
export function graceOf({ returnMailMinutes }: { returnMailMinutes: number }): number {
  return Math.min(returnMailMinutes, 2) * 60;
}
