import type { JobParts } from "#server/parts.ts";
import { hour, type JobDefinition } from "#server/platform/jobs/job.ts";
import { answerResetRequest } from "./accounts/new-passwords.ts";
import { anonymizeOldLoans } from "./borrowers/anonymize.ts";
import { inviteBorrowers } from "./imports/invite.ts";
import { renewEncryption } from "./sessions/replace-secret-key.ts";
import { cleanUpSessions } from "./sessions/session.queries.ts";

export function peopleJobs(parts: JobParts): JobDefinition[] {
  const { db, clock } = parts;
  return [
    { kind: "invite-borrowers", run: (job) => inviteBorrowers({ db, clock }, job) },
    { kind: "answer-reset-request", concurrency: 4, run: (job) => answerResetRequest(parts, job) },
    {
      kind: "clean-up-sessions",
      every: hour,
      run: async () => {
        await cleanUpSessions(db, clock);
        await renewEncryption(parts);
      },
    },
    { kind: "anonymize-old-loans", every: hour, run: ({ stopping }) => anonymizeOldLoans(parts, stopping) },
  ];
}
