import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";
import { dayOrNothing, pageNumber, text } from "../wire/text.ts";

/** Rows don't count the header. The state's file has some 18,000 rows in 9 MB. */
export const directoryLimits = { bytes: 25 * 1024 * 1024, rows: 40_000 };

/** Characters to type before schools are suggested. */
export const minSchoolSearch = 3;

/** For a district, `school`, `city`, `state`, and `zip` are empty. */
const suggestedSchool = z.object({
  school: z.string(),
  district: z.string(),
  county: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
});
export type SuggestedSchool = z.output<typeof suggestedSchool>;

/**
 * Extension: suggests up to eight open schools or districts for a text being typed; schools in `district` come first.
 */
export const suggestSchools = endpoint("GET Schools/Suggest", {
  access: "anyone",
  query: z.object({
    text: z._default(text(), ""),
    district: z._default(text(), ""),
    of: z._default(z.enum(["schools", "districts"]), "schools"),
  }),
  answer: { data: z.array(suggestedSchool) },
});

/** `file` is the last upload; null before the first one. */
export const directory = z.object({
  open: z.number(),
  closed: z.number(),
  /** Borrowers matched to a school in the directory, and not matched. */
  joined: z.number(),
  notJoined: z.number(),
  file: z.nullable(
    z.object({
      name: z.string(),
      uploadedAt: z.string(),
      uploadedByName: z.string(),
      added: z.number(),
      changed: z.number(),
      newlyClosed: z.number(),
    }),
  ),
});
export type Directory = z.output<typeof directory>;

export const getDirectory = endpoint("GET Schools/GetDirectory", { access: "clerk", answer: { data: directory } });

/**
 * Extension: replaces the state's directory of public schools with a tab-separated file, completely or not at all.
 * Schools that are missing from it or not active are closed. One upload waits for another.
 */
export const uploadDirectory = endpoint("POST Schools/UploadDirectory", {
  access: "manager",
  upload: "uploadFile",
  streamed: true,
  answer: { data: directory },
});

const countedBy = ["county", "district", "school"] as const;
export type CountedBy = (typeof countedBy)[number];

export const schoolUsePageSize = 20;

/** A county has an empty `district` and `school`, a district an empty `school`; all are empty outside the directory. */
const schoolUse = z.object({
  county: z.string(),
  district: z.string(),
  school: z.string(),
  borrowers: z.number(),
  orders: z.number(),
  copies: z.number(),
});
export type SchoolUse = z.output<typeof schoolUse>;

const useFilters = {
  by: z._default(z.enum(countedBy), "county"),
  /** Order dates, both inclusive. */
  startDate: dayOrNothing,
  endDate: dayOrNothing,
};

/**
 * Extension: counts orders by the school they were shipped to, most orders first, without canceled ones and with
 * anonymized ones. The directory of today matches the school names on orders.
 */
export const getSchoolUse = endpoint("GET Schools/GetUse", {
  access: "clerk",
  query: z.object({ ...useFilters, page: pageNumber }),
  answer: { data: z.array(schoolUse), total: z.number() },
});

/** Extension: returns all of them as a CSV, in the same order. */
export const schoolUseCsv = endpoint("GET Schools/UseCsv", {
  access: "clerk",
  query: z.object(useFilters),
  file: "text/csv",
});
