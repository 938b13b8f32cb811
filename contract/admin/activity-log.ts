import * as z from "zod/mini";
import type { JobKind } from "./jobs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { dayOrNothing, idOrAll, nameOrAll, pageNumber, pageSize, text } from "../wire/text.ts";

export const anonymizedBorrower = "Anonymized borrower";

export const activityKinds = [
  "item",
  "order",
  "news",
  "picture",
  "document",
  "borrowers",
  "import",
  "mail",
  "site",
  "subscribers",
  "staff",
  "settings",
  "inventory-count",
  "synonyms",
  "calendar",
  "system",
] as const;

/** Commands at the server's console, which the activity log records although they aren't calls and have no account. */
export type OperatorCommand = `npm run admin -- ${"create" | "reset-two-step" | "replace-key"}`;

export const commandLine = "The command line";

/** A job that changes orders. The log records its changes, though no account makes them. */
export type JobCall = Extract<JobKind, "end-unconfirmed-orders">;

/** Commands and jobs in the activity log, which records calls, too. */
export type Recorded = OperatorCommand | JobCall;

export const theLibrary = "The library";

/**
 * A call by staff that changed or exported something, with only the fields that differ; `before` is null for something
 * new. Console commands and jobs have user 0.
 */
export const activityEntry = z.object({
  entryId: z.number(),
  at: z.string(),
  userId: z.number(),
  userName: z.string(),
  call: z.string(),
  kind: z.enum(activityKinds),
  subjectId: z.nullable(z.number()),
  subjectLabel: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
});
export type ActivityEntry = z.output<typeof activityEntry>;

/** Extension: returns the activity log, newest first. Both days are inclusive and in the site's time zone. */
export const getActivityLog = endpoint("GET ActivityLog/GetEntries", {
  access: "clerk",
  query: z.object({
    userId: z._default(idOrAll, 0),
    kind: z._default(nameOrAll(activityKinds), ""),
    subjectId: z._default(idOrAll, 0),
    searchString: z._default(text(), ""),
    startDate: dayOrNothing,
    endDate: dayOrNothing,
    page: pageNumber,
    pageSize,
  }),
  answer: {
    data: z.array(activityEntry),
    total: z.number(),
    people: z.array(z.object({ userId: z.number(), userName: z.string() })),
  },
});
