import * as z from "zod/mini";
import { limits } from "#contract/catalog/codes.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, idOrAll, pageNumber, pageSize, text, version, versionRead } from "#contract/wire/text.ts";

/** How many calendars there can be, breaks and years of one, characters of a name, and bytes and days of a file. */
export const calendarLimits = { calendars: 2500, breaks: 200, years: 10, about: 80, bytes: 1024 * 1024 } as const;

const day = (field: string) =>
  z.pipe(
    text(limits.prose),
    z.string().check(
      z.minLength(1, ownMessages.required(field)),
      z.refine((value) => value === "" || isDay(value), ownMessages.dayInvalid(field)),
    ),
  );
const isDay = (value: string) => z.safeParse(z.iso.date(), value).success && /^(?:19|2\d)\d\d-/.test(value);

const inOrder = <Days extends { from: string; to: string }>({ value, issues }: z.core.ParsePayload<Days>) => {
  if (value.to !== "" && value.to < value.from)
    issues.push({ code: "custom", message: ownMessages.dateOrder, path: ["to"], input: value.to });
};

/** Its length is for the rule behind it, which names the field. */
const typed = text(Infinity);

const aBreak = z
  .object({
    from: day("First day"),
    to: z._default(z.union([z.literal(""), day("Last day")]), ""),
    about: z.pipe(
      typed,
      z.string().check(z.maxLength(calendarLimits.about, ownMessages.tooLong("About", calendarLimits.about))),
    ),
  })
  .check(inOrder);

const year = z.object({ from: day("First day of school"), to: day("Last day of school") }).check(inOrder);

/** What a calendar must be to be saved. */
export const calendarRules = z.object({
  district: z.pipe(typed, z.string().check(z.maxLength(limits.line, ownMessages.tooLong("District", limits.line)))),
  years: z
    .array(year)
    .check(z.maxLength(calendarLimits.years, ownMessages.tooMany(calendarLimits.years)), ({ value, issues }) => {
      const sorted = value.toSorted((one, other) => (one.from < other.from ? -1 : 1));
      const overlaps = sorted.some(({ from }, at) => at > 0 && from <= (sorted[at - 1]?.to ?? ""));
      if (overlaps) issues.push({ code: "custom", message: ownMessages.yearsOverlap, path: [], input: value });
    }),
  breaks: z.array(aBreak).check(z.maxLength(calendarLimits.breaks, ownMessages.tooMany(calendarLimits.breaks))),
});

const days = z.object({ from: z.string(), to: z.string() });

/**
 * When the schools of a district are open: the first and last day of school of each year, and breaks; days are YYYY-MM-DD, both
 * inclusive, and a break without `to` is one day. An empty district is for all that have no calendar.
 */
const calendar = z.object({
  calendarId: z.number(),
  district: z.string(),
  years: z.array(days),
  breaks: z.array(z.extend(days, { about: z.string() })),
  version: z.number(),
  /** Borrowers whose due days it decides. */
  borrowers: z.number(),
});
export type Calendar = z.output<typeof calendar>;

const listed = z.object({
  calendarId: z.number(),
  district: z.string(),
  breaks: z.number(),
  borrowers: z.number(),
  /** The last day of school that it knows; null: of no year. */
  until: z.nullable(z.string()),
});
export type ListedCalendar = z.output<typeof listed>;

/** Extension: the calendars of districts with words like these, by name; that for all others goes first. */
export const getCalendars = endpoint("GET Calendars/GetCalendars", {
  access: "clerk",
  query: z.object({ searchString: z._default(text(), ""), page: pageNumber, pageSize }),
  answer: { data: z.array(listed), total: z.number() },
});

export const getCalendar = endpoint("GET Calendars/GetCalendar/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: calendar },
});

/** Extension: adds a calendar, or saves one; an id of 0 adds. Later due days follow it; those that were mailed stay. */
export const saveCalendar = endpoint("POST Calendars/SaveCalendar", {
  access: "clerk",
  bodyBytes: 256 * 1024,
  body: z.object({
    calendarId: z._default(idOrAll, 0),
    district: text(limits.prose),
    years: z.array(z.object({ from: text(limits.prose), to: text(limits.prose) })).check(z.maxLength(1000)),
    breaks: z
      .array(z.object({ from: text(limits.prose), to: text(limits.prose), about: text(limits.prose) }))
      .check(z.maxLength(1000)),
    version: versionRead,
  }),
  rules: calendarRules,
  answer: { id: z.number(), data: calendar },
});

/** Extension: removes a calendar; the audit keeps its days. Refused where it was changed since this version. */
export const removeCalendar = endpoint("POST Calendars/RemoveCalendar/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ version }),
  answer: { id: z.number() },
});

/** A day or days of a file, and what it seems to be: a break, the first or last day of school, or something else. */
const readDays = z.extend(days, { about: z.string(), kind: z.enum(["break", "first", "last", "other"]) });
export type ReadDays = z.output<typeof readDays>;

/**
 * Extension: the days of an iCalendar file, or of a CSV file with a first day, a last day and what it is in each row. Nothing is
 * saved. `left` counts entries that are no whole days, repeat in another way than every year, or are one too many.
 */
export const readCalendarFile = endpoint("POST Calendars/ReadFile", {
  access: "clerk",
  upload: "uploadFile",
  changesNothing: true,
  answer: { data: z.object({ entries: z.array(readDays), left: z.number() }) },
});
