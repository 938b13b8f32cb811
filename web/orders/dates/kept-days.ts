/** Returns the first and the last teaching date of this visit, or nothing without any. */
export function storedDates(): string[] {
  return sessionStorage.getItem("teachingDays")?.split("/") ?? [];
}
