import type { JobParts } from "#server/parts.ts";
import { hour, type JobDefinition } from "#server/platform/jobs/job.ts";
import { cleanUpMailingList } from "./mailing-list.ts";

export const siteJobs = ({ db, clock }: JobParts): JobDefinition[] => [
  { kind: "clean-up-mailing-list", every: hour, run: () => cleanUpMailingList(db, clock) },
];
