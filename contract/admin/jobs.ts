import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";

export const jobKinds = [
  "send-mail",
  "answer-reset-request",
  "import",
  "undo-import",
  "invite-borrowers",
  "rewrite-search-words",
  "count-loans",
  "write-reminders",
  "write-notice",
  "end-unconfirmed-orders",
  "advance-waitlists",
  "watch-reservations",
  "clean-up-mail",
  "clean-up-sessions",
  "clean-up-sign-in-events",
  "anonymize-old-loans",
  "clean-up-carts",
  "clean-up-uploads",
  "clean-up-mailing-list",
  "clean-up-imports",
  "clean-up-jobs",
  "back-up",
  "back-up-now",
  "test-restore",
  "check-stock",
  "follow-the-day",
] as const;

export type JobKind = (typeof jobKinds)[number];

export const staffJobs = z.object({
  kind: z.enum(jobKinds),
  waiting: z.number(),
  running: z.number(),
  /** Jobs that failed permanently in the last 30 days. */
  dead: z.number(),
  lastRunAt: z.nullable(z.string()),
  nextRunAt: z.nullable(z.string()),
  failures: z.number(),
  /** The reason for the last failure; empty when nothing is failing. */
  trouble: z.string(),
});
export type StaffJobs = z.output<typeof staffJobs>;

/** Extension: returns the state of the background jobs, by kind. */
export const getJobs = endpoint("GET Job/GetJobs", {
  access: "manager",
  answer: { data: z.array(staffJobs) },
});
