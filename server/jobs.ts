import path from "node:path";
import { catalogJobs } from "./catalog/catalog.jobs.ts";
import { importKinds } from "./import-kinds.ts";
import { importJobs } from "./imports/imports.jobs.ts";
import { orderJobs } from "./orders/orders.jobs.ts";
import type { JobParts } from "./parts.ts";
import { peopleJobs } from "./people/people.jobs.ts";
import { monthlyTest } from "./platform/backup/monthly-test.ts";
import { nightlyBackup, requestedBackup } from "./platform/backup/nightly-backup.ts";
import { mailFolder } from "./platform/configuration.ts";
import { hour, type JobDefinition, minute } from "./platform/jobs/job.ts";
import { deleteOldJobs } from "./platform/jobs/jobs.queries.ts";
import { cleanUpMail, folderCarrier, sendMailJob } from "./platform/mail/send-mail.ts";
import { smtpCarrier } from "./platform/mail/smtp-carrier.ts";
import { deleteOldSignInEvents } from "./platform/sign-in-log/sign-in-log.queries.ts";
import { createContentReader, mailContent } from "./site/public.ts";
import { siteJobs } from "./site/site.jobs.ts";
import { storedFilesOf } from "./stored-files.ts";
import { waitlistJobs, waitlistNotices } from "./waitlist/waitlist.jobs.ts";

/** Returns the path of a program next to this file, in the source or in the build. */
const program = (name: string) => path.join(import.meta.dirname, `${name}${path.extname(import.meta.filename)}`);
const [importProcess, restoreCommand] = [program("import-process"), program("restore")];

export function libraryJobs(jobParts: Omit<JobParts, "readContent">): readonly JobDefinition[] {
  const parts = { ...jobParts, readContent: createContentReader(jobParts.db) };
  return [
    ...platformJobs(parts),
    ...siteJobs(parts),
    ...importJobs(parts, { kinds: importKinds, importProcess }),
    ...catalogJobs(parts),
    ...peopleJobs(parts),
    ...orderJobs(parts, waitlistNotices),
    ...waitlistJobs(parts),
  ];
}

function platformJobs(parts: JobParts): JobDefinition[] {
  const { db, clock, configuration, log } = parts;
  return [
    sendMailJob({ db, clock, log, ...mailSettings(parts) }),
    { kind: "clean-up-mail", every: minute, run: () => cleanUpMail({ db, clock, folder: mailFolder(configuration) }) },
    {
      kind: "clean-up-sign-in-events",
      every: hour,
      run: () => deleteOldSignInEvents(db, configuration.signInLogDays, clock.now()),
    },
    { kind: "clean-up-jobs", every: hour, run: () => deleteOldJobs(db, 30) },
    ...(configuration.backup.folder === undefined ? [] : backupJobs(configuration.backup.folder, parts)),
  ];
}

function backupJobs(folder: string, jobParts: JobParts): JobDefinition[] {
  const parts = { ...jobParts, storedFiles: storedFilesOf(jobParts.configuration, jobParts.warnings) };
  return [
    // runs often, so that a backup that failed, or was missed because the machine was off, is made soon afterward
    { kind: "back-up", every: 10 * minute, run: ({ stopping }) => nightlyBackup(parts, folder, stopping) },
    { kind: "back-up-now", run: ({ stopping }) => requestedBackup(parts, folder, stopping) },
    { kind: "test-restore", every: 6 * hour, run: ({ stopping }) => monthlyTest(parts, restoreCommand, stopping) },
  ];
}

function mailSettings({ configuration, readContent, warnings }: JobParts) {
  const { smtpUrl, dataFolder, mailFrom, publicUrl, secretKey } = configuration;
  return {
    secretKey,
    carrier:
      smtpUrl === undefined
        ? folderCarrier(mailFolder({ dataFolder }))
        : smtpCarrier(smtpUrl, { onAway: (sentence) => warnings?.notice("mail", sentence) }),
    from: () => ({ name: configuration.senderName, address: mailFrom }),
    maxPerHour: () => Math.ceil(configuration.maxMailsPerHour * configuration.rateLimitScale),
    ...mailContent(readContent, publicUrl),
  };
}
