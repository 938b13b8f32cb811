/** How a moment is written in a time zone: 2026-11-27 14:05:00. Sweden writes it so. */
export const momentInWords = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(at);

/** The instant of “2026-11-27 14:05” in a time zone, with seconds or without, or of one with a Z; undefined: it is none. */
export function momentOf(text: string, timeZone: string): Date | undefined {
  const [, day, time, second = "00"] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  if (day === undefined || time === undefined) return text.endsWith("Z") ? valid(new Date(text)) : undefined;
  const written = `${day} ${time}:${second}`;
  const wall = wallClock(written);
  if (Number.isNaN(wall)) return undefined;
  let at = wall;
  // the second time with the offset of the instant that the first one found
  for (const _ of [1, 2]) at = wall - (wallClock(momentInWords(new Date(at), timeZone)) - at);
  return momentInWords(new Date(at), timeZone) === written ? new Date(at) : undefined; // an hour that a clock change skips
}

const wallClock = (written: string) => Date.parse(`${written.replace(" ", "T")}Z`);
const valid = (at: Date) => (Number.isNaN(at.getTime()) ? undefined : at);
