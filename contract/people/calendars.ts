import * as z from "zod/mini";
import { limits } from "#contract/catalog/codes.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, idOrAll, pageNumber, pageSize, text, version, versionRead, yearInReach } from "#contract/wire/text.ts";

/** `breaks`, `years`, and the characters of `about` are limits per calendar; `bytes` and `entries` are limits per file. */
export const calendarLimits = {
  calendars: 2500,
  breaks: 200,
  years: 10,
  about: 80,
  bytes: 1024 * 1024,
  entries: 10_000,
} as const;

const day = (field: string) =>
  z.pipe(
    text(limits.prose),
    z.string().check(
      z.minLength(1, ownMessages.required(field)),
      z.refine((value) => value === "" || z.safeParse(existing, value).success, ownMessages.dayInvalid(field)),
    ),
  );
const existing = z.iso.date().check(yearInReach("must be a date from 1900 to 2999"));

const inOrder = <Days extends { from: string; to: string }>({ value, issues }: z.core.ParsePayload<Days>) => {
  if (value.to !== "" && value.to < value.from)
    issues.push({ code: "custom", message: ownMessages.dateOrder, path: ["to"], input: value.to });
};

/** Unlimited here, so that the rule below can name the field when the text is too long. */
const unlimitedText = text(Infinity);

const aBreak = z
  .object({
    from: day("First day"),
    to: z._default(z.union([z.literal(""), day("Last day")]), ""),
    about: z.pipe(
      unlimitedText,
      z.string().check(z.maxLength(calendarLimits.about, ownMessages.tooLong("About", calendarLimits.about))),
    ),
  })
  .check(inOrder);

const year = z.object({ from: day("First day of school"), to: day("Last day of school") }).check(inOrder);

export const calendarRules = z.object({
  district: z.pipe(
    unlimitedText,
    z.string().check(z.maxLength(limits.line, ownMessages.tooLong("District", limits.line))),
  ),
  years: z
    .array(year)
    .check(z.maxLength(calendarLimits.years, ownMessages.tooMany(calendarLimits.years)), ({ value, issues }) => {
      const sorted = value.toSorted((a, b) => (a.from < b.from ? -1 : 1));
      const overlaps = sorted.some(({ from }, at) => at > 0 && from <= (sorted[at - 1]?.to ?? ""));
      if (overlaps) issues.push({ code: "custom", message: ownMessages.yearsOverlap, path: [], input: value });
    }),
  breaks: z.array(aBreak).check(z.maxLength(calendarLimits.breaks, ownMessages.tooMany(calendarLimits.breaks))),
});

const days = z.object({ from: z.string(), to: z.string() });

/**
 * Days are YYYY-MM-DD and inclusive; a break without `to` is one day. An empty district means every district without a
 * calendar.
 */
const calendar = z.object({
  calendarId: z.number(),
  district: z.string(),
  years: z.array(days),
  breaks: z.array(z.extend(days, { about: z.string() })),
  version: z.number(),
  /** How many borrowers' due dates follow this calendar. */
  borrowers: z.number(),
});
export type Calendar = z.output<typeof calendar>;

const calendarRow = z.object({
  calendarId: z.number(),
  district: z.string(),
  breaks: z.number(),
  borrowers: z.number(),
  /** The last day of the last school year; null without school years. */
  until: z.nullable(z.string()),
});
export type ListedCalendar = z.output<typeof calendarRow>;

/** Extension: returns the calendars of matching districts by name, after the calendar for all other districts. */
export const getCalendars = endpoint("GET Calendars/GetCalendars", {
  access: "clerk",
  query: z.object({ searchString: z._default(text(), ""), page: pageNumber, pageSize }),
  answer: { data: z.array(calendarRow), total: z.number() },
});

export const getCalendar = endpoint("GET Calendars/GetCalendar/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: calendar },
});

/**
 * Extension: saves a calendar, or adds one with id 0. New due dates follow the calendar; existing ones stay the same.
 */
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

/** Extension: removes a calendar. The activity log keeps its days. Rejects a stale `version`. */
export const removeCalendar = endpoint("POST Calendars/RemoveCalendar/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ version }),
  answer: { id: z.number() },
});

/** `kind` is a guess based on the entry's text. */
const readDays = z.extend(days, { about: z.string(), kind: z.enum(["break", "first", "last", "other"]) });
export type ReadDays = z.output<typeof readDays>;

/** `about` is the entry's name or row, `from` its first day or empty, and `why` a sentence. */
const leftOut = z.object({ about: z.string(), from: z.string(), why: z.string() });
export type LeftOut = z.output<typeof leftOut>;

/**
 * Extension: reads the days in an iCalendar or CSV file and saves nothing. `left` counts the entries
 * that aren't used, and `leftOut` says what the first 100 of them are and why. `notes` say what the
 * reader left out of a CSV or changed.
 */
export const readCalendarFile = endpoint("POST Calendars/ReadFile", {
  access: "clerk",
  upload: "uploadFile",
  changesNothing: true,
  answer: {
    data: z.object({
      entries: z.array(readDays),
      left: z.number(),
      leftOut: z.array(leftOut),
      notes: z.array(z.string()),
    }),
  },
});
