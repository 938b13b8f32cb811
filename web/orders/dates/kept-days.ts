/** The first and the last day of teaching as the visit keeps them; none: it is for now. */
export function keptDays(): string[] {
  return sessionStorage.getItem("teachingDays")?.split("/") ?? [];
}
