import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";
import { text } from "../wire/text.ts";

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
