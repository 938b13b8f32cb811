import { dayAfter } from "#contract/orders/business-days.ts";

/** `end` is the day after the last one. */
export type FileEntry = { from: string; end: string; about: string };

/** An entry or row of a file that isn't used. `from` is its first day, or empty. */
export type LeftOut = { about: string; from: string; why: string };

export type DaysOfFile = { entries: FileEntry[]; leftOut: LeftOut[] };

export const atATime = "It starts or ends at a time of day.";

const maxLength = 366; // days
export const isTooLong = (from: string, end: string) => end > dayAfter(from, maxLength);

/** Returns whether a day from 1900 to 2999 exists, such as February 29. */
export const isDay = (day: string) =>
  /^(19|2\d)\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
