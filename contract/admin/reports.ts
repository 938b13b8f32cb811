import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";
import { dayOrNothing, pageNumber } from "../wire/text.ts";

export const loanGroups = ["month", "title", "subject", "grade", "school", "district", "county"] as const;
export type LoanGroup = (typeof loanGroups)[number];

export const reportPageSize = 20;

/** Explains each figure on the page and in docs/reports.md. */
export const definitions = {
  loans: {
    Loans: "Copies that shipped in the period, by the date they shipped, whether or not they came back.",
    Orders: "The orders those copies shipped with.",
    Late: "Copies returned after their due date (including renewals), or still out past it.",
    "Percent late": "Late copies as a share of those returned or past due. Lost copies aren’t counted.",
    Grade: "A title for several grades counts once for each, so the grades add up to more than the total.",
    "School, district, county": "Where the order shipped, according to the current school directory.",
  },
  demand: {
    "Joined the waitlist": "How many times borrowers joined the title’s waitlist in the period.",
    "Got a copy": "How many of those have since led to an order from the waitlist.",
    "Average wait": "The average number of days from joining the waitlist to that order.",
    "Unavailable dates":
      "Teaching dates that someone requested but couldn’t get. Requests with the same first day count once per day.",
  },
  unlent: {
    "Unused titles":
      "Titles that had copies by the end of the period and shipped none of them in it. Archived titles aren’t counted.",
    "Last loan": "The last date a copy shipped, even outside the period.",
  },
} as const satisfies Record<string, Record<string, string>>;

/** The days of a report, both inclusive; empty means no bound. */
const period = { startDate: dayOrNothing, endDate: dayOrNothing };
const loanFilters = z.object({ by: z._default(z.enum(loanGroups), "month"), ...period });
const periodOnly = z.object(period);
const paged = { page: pageNumber };

/** `settled` loans are back or past due; `late` of them came back late or are still out. */
const figures = { loans: z.number(), orders: z.number(), settled: z.number(), late: z.number() };

/**
 * `name` is a month (YYYY-MM), a title, a subject, a grade, a school, a district, or a county; empty for schools outside the
 * directory. `of` tells titles or schools with the same name apart. `inventoryId` is null except for titles.
 */
const loanRow = z.object({ name: z.string(), of: z.string(), inventoryId: z.nullable(z.number()), ...figures });
export type LoanRow = z.output<typeof loanRow>;

/**
 * Extension: counts the copies that shipped in a period, by month (oldest first) or by title, subject, grade, school,
 * district, or county (most loans first), and all of them together (`sum`). A title with several grades counts for each.
 */
export const getLoans = endpoint("GET Reports/GetLoans", {
  access: "clerk",
  query: z.extend(loanFilters, paged),
  answer: { data: z.array(loanRow), total: z.number(), sum: z.object(figures) },
});

export const loansCsv = endpoint("GET Reports/LoansCsv", { access: "clerk", query: loanFilters, file: "text/csv" });

/** `days` is the average wait of those who `got` a copy; null if nobody did. */
const demandRow = z.object({
  inventoryId: z.number(),
  title: z.string(),
  referenceNumber: z.string(),
  copies: z.number(),
  waited: z.number(),
  got: z.number(),
  days: z.nullable(z.number()),
  refused: z.number(),
});
export type DemandRow = z.output<typeof demandRow>;

/**
 * Extension: counts, by title, who joined the waitlist in a period, how many of them got a copy, and the teaching dates
 * refused.
 */
export const getDemand = endpoint("GET Reports/GetDemand", {
  access: "clerk",
  query: z.extend(periodOnly, paged),
  answer: { data: z.array(demandRow), total: z.number() },
});

export const demandCsv = endpoint("GET Reports/DemandCsv", { access: "clerk", query: periodOnly, file: "text/csv" });

/** `lastLent` is the last ship date of a copy, at any time; null for a title that was never lent. */
const unlentRow = z.object({
  inventoryId: z.number(),
  title: z.string(),
  referenceNumber: z.string(),
  subjectName: z.string(),
  copies: z.number(),
  addedOn: z.string(),
  lastLent: z.nullable(z.string()),
});
export type UnlentRow = z.output<typeof unlentRow>;

/**
 * Extension: returns the titles with copies that weren't lent in a period, longest unused first, and counts them all by
 * subject: `never` of the `titles` weren't lent at any time.
 */
export const getUnlent = endpoint("GET Reports/GetUnlent", {
  access: "clerk",
  query: z.extend(periodOnly, paged),
  answer: {
    data: z.array(unlentRow),
    total: z.number(),
    subjects: z.array(z.object({ subjectName: z.string(), titles: z.number(), never: z.number() })),
  },
});

export const unlentCsv = endpoint("GET Reports/UnlentCsv", { access: "clerk", query: periodOnly, file: "text/csv" });
