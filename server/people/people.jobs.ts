import type { JobParts } from "#server/parts.ts";
import { hour, type JobDefinition } from "#server/platform/jobs/job.ts";
import { answerResetRequest } from "./accounts/new-passwords.ts";
import { anonymizeOldLoans } from "./borrowers/anonymize.ts";
import { cleanUpSessions } from "./sessions/session.queries.ts";

export function peopleJobs(parts: JobParts): JobDefinition[] {
  const { db, clock } = parts;
  return [
    { kind: "answer-reset-request", concurrency: 4, run: (job) => answerResetRequest(parts, job) },
    { kind: "clean-up-sessions", every: hour, run: () => cleanUpSessions(db, clock) },
    { kind: "anonymize-old-loans", every: hour, run: ({ stopping }) => anonymizeOldLoans(parts, stopping) },
  ];
}
