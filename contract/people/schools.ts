import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";
import { dayOrNothing, pageNumber, text } from "../wire/text.ts";

/** A file of the state's directory: bytes, and rows after the header. The real one has some 18,000 rows in 9 MB. */
export const directoryLimits = { bytes: 25 * 1024 * 1024, rows: 40_000 };

export const leastOfASchool = 3;

/** What everybody may know of a public school. Of a district `school` and the place are empty. */
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
 * Extension: at most eight open schools, or districts, whose words begin as those of a text that is still being typed; schools of
 * `district` go first. The same for everybody, so it may be kept for a minute.
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

/** The directory as it is: how many schools are open and closed, and the file that said so; null: there was none. */
export const directory = z.object({
  open: z.number(),
  closed: z.number(),
  /** Borrowers with a school of the directory, and others. */
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
 * Extension: takes in the state's directory of public schools, tab-separated, whole or not at all. What is in it is added or
 * changed; what is not in it, or not active, is closed. One at a time: another waits.
 */
export const uploadDirectory = endpoint("POST Schools/UploadDirectory", {
  access: "manager",
  upload: "uploadFile",
  streamed: true,
  answer: { data: directory },
});

export const countedBy = ["county", "district", "school"] as const;
export type CountedBy = (typeof countedBy)[number];

export const useOnAPage = 20;

/** Of a county `district` and `school` are empty, of a district `school`; all are, where an order's school is not in the directory. */
const schoolUse = z.object({
  county: z.string(),
  district: z.string(),
  school: z.string(),
  borrowers: z.number(),
  orders: z.number(),
  copies: z.number(),
});
export type SchoolUse = z.output<typeof schoolUse>;

const asked = {
  by: z._default(z.enum(countedBy), "county"),
  /** The days on which they were placed, both inclusive. */
  startDate: dayOrNothing,
  endDate: dayOrNothing,
};

/**
 * Extension: orders that were not canceled by where they were sent, most orders first; also those whose borrowers are forgotten. The
 * school is the one that its name on the order means in the directory as it is now.
 */
export const getSchoolUse = endpoint("GET Schools/GetUse", {
  access: "clerk",
  query: z.object({ ...asked, page: pageNumber }),
  answer: { data: z.array(schoolUse), total: z.number() },
});

/** Extension: all of them as a CSV, in the same order. */
export const schoolUseCsv = endpoint("GET Schools/UseCsv", {
  access: "clerk",
  query: z.object(asked),
  file: "text/csv",
});
