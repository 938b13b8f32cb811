import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";
import { dayOrNothing, pageNumber, text } from "../wire/text.ts";

/** `rows` includes blank ones, but not the header. The state's file has about 18,000 rows in 9 MB. */
export const directoryLimits = { bytes: 25 * 1024 * 1024, rows: 40_000 };

/** How many characters someone types before suggestions appear. */
export const minSchoolSearch = 3;

/** A suggestion. For a district, `school`, `city`, `state`, and `zip` are empty. */
export const suggestedSchool = z.object({
  school: z.string(),
  district: z.string(),
  county: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
});
export type SuggestedSchool = z.output<typeof suggestedSchool>;

/** Extension: suggests up to eight open schools or districts while someone types, with schools in `district` first. */
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
  /** How many borrowers match a school in the directory, and how many don't. */
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
 * Extension: replaces the state's directory of public schools with a tab-separated file, all or nothing. Closes schools
 * that are missing from the file or inactive in it. A second upload waits for the first.
 */
export const uploadDirectory = endpoint("POST Schools/UploadDirectory", {
  access: "manager",
  upload: "uploadFile",
  streamed: true,
  /** `notes` say what was left out of the file or changed. */
  answer: { data: directory, notes: z.array(z.string()) },
});

const countedBy = ["county", "district", "school"] as const;
export type CountedBy = (typeof countedBy)[number];

export const schoolUsePageSize = 20;

/**
 * The rows are counties (with an empty `district` and `school`), districts (with an empty `school`), or schools; all
 * three are empty for schools outside the directory.
 */
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
 * Extension: counts orders by the school they were shipped to, most orders first, including those of anonymized
 * borrowers but not canceled ones. Matches the school names on orders to the current directory.
 */
export const getSchoolUse = endpoint("GET Schools/GetUse", {
  access: "clerk",
  query: z.object({ ...useFilters, page: pageNumber }),
  answer: { data: z.array(schoolUse), total: z.number() },
});

/** Extension: returns every row as a CSV, in the same order. */
export const schoolUseCsv = endpoint("GET Schools/UseCsv", {
  access: "clerk",
  query: z.object(useFilters),
  file: "text/csv",
});
