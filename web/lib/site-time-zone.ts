let zone = "America/Los_Angeles";

/** Returns the time zone for days. In its own file, because not every page formats dates. */
export const siteTimeZone = () => zone;

export function setSiteTimeZone(timeZone: string): void {
  zone = timeZone;
}
