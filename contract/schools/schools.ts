import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, pageNumber, text } from "#contract/wire/text.ts";

/** A file of the state's directory: bytes, and rows after the header. The real one has some 18,000 rows in 9 MB. */
export const directoryLimits = { bytes: 25 * 1024 * 1024, rows: 40_000 };

/** From so many letters on there are suggestions. */
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

/** A school that written names may mean; `likeness` is from 0 to 1. */
const similarSchool = z.extend(suggestedSchool, { schoolId: z.number(), isOpen: z.boolean(), likeness: z.number() });
export type SimilarSchool = z.output<typeof similarSchool>;

export const pairsOnAPage = 10;

/** Names that borrowers wrote and no school has, how many did, and the most similar schools. */
const writtenName = z.object({
  schoolName: z.string(),
  schoolDistrict: z.string(),
  city: z.string(),
  borrowers: z.number(),
  similar: z.array(similarSchool),
});
export type WrittenName = z.output<typeof writtenName>;

/** Extension: a page of them, those of most borrowers first. */
export const getWrittenNames = endpoint("GET Schools/GetWrittenNames", {
  access: "clerk",
  query: z.object({ page: pageNumber }),
  answer: { data: z.array(writtenName), total: z.number() },
});

/** What staff said of a name and a school. The name is written as somebody wrote it, or as it is compared if nobody does now. */
const decidedName = z.object({
  schoolName: z.string(),
  schoolDistrict: z.string(),
  schoolId: z.number(),
  school: z.string(),
  district: z.string(),
  isSame: z.boolean(),
  decidedAt: z.string(),
  decidedByName: z.string(),
});
export type DecidedName = z.output<typeof decidedName>;

/** Extension: a page of what was said and not taken back, the latest first. */
export const getDecidedNames = endpoint("GET Schools/GetDecidedNames", {
  access: "clerk",
  query: z.object({ page: pageNumber }),
  answer: { data: z.array(decidedName), total: z.number() },
});

/**
 * Extension: staff say that written names mean a school, now and when they are written again ("same"), or that they do not
 * ("other"); "open" takes back what was said.
 */
export const decideName = endpoint("POST Schools/DecideName", {
  access: "clerk",
  body: z.object({
    schoolName: text(),
    schoolDistrict: text(),
    schoolId: id,
    decision: z.enum(["same", "other", "open"]),
  }),
  answer: { data: z.object({ borrowers: z.number() }) },
});
