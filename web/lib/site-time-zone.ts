let zone = "America/Los_Angeles";

/** The time zone for days. Apart from what formats them: not every page has a date. */
export const siteTimeZone = () => zone;

export function setSiteTimeZone(timeZone: string): void {
  zone = timeZone;
}
