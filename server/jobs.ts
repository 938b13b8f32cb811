import { contentIn } from "#contract/site/content-in.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import path from "node:path";
import {
  checkStock,
  cleanUpImports,
  countLoans,
  followTheDay,
  importJob,
  inOwnProcess,
  rewriteSearchWords,
  undoJob,
} from "./catalog/public.ts";
import { cleanUpCarts, cleanUpPhotos, noticeJobs, writeReminders } from "./orders/public.ts";
import { answerResetRequest, cleanUpSessions, anonymizeOldLoans, writeTransferMail } from "./people/public.ts";
import { cleanUpMailingList, createContentReader, mediaUpkeep } from "./site/public.ts";
import { advanceWaitlists, watchReservations, writeWaitlistMail } from "./waitlist/public.ts";
import { nightlyBackup, requestedBackup } from "./platform/backup/nightly-backup.ts";
import type { Clock } from "./platform/clock.ts";
import { type Configuration, mailFolder } from "./platform/configuration.ts";
import type { ConnectionSettings } from "./platform/connection/connection-pool.ts";
import type { Database } from "./platform/database.ts";
import { openFileStore } from "./platform/files/open-file-store.ts";
import type { JobDefinition } from "./platform/jobs/job.ts";
import { deleteOldJobs } from "./platform/jobs/jobs.queries.ts";
import type { Log } from "./platform/log.ts";
import { cleanUpMail, folderCarrier, sendMailJob } from "./platform/mail/send-mail.ts";
import { deleteOldSignInEvents } from "./platform/sign-in-log/sign-in-log.queries.ts";
import { smtpCarrier } from "./platform/mail/smtp-carrier.ts";
import { storedFilesOf } from "./stored-files.ts";

/** Beside this file, both in the source and in the build. */
const importProcess = path.join(import.meta.dirname, `import-process${path.extname(import.meta.filename)}`);
const [minute, hour] = [60, 3600]; // seconds

type Parts = {
  db: Database;
  connection: ConnectionSettings;
  clock: Clock;
  configuration: Configuration;
  log: Log;
};

export function libraryJobs(parts: Parts): readonly JobDefinition[] {
  const { db, connection, clock, configuration, log } = parts;
  const perform = inOwnProcess({ connection, log, entry: importProcess });
  return [
    sendMailJob({ db, clock, log, ...mailSettings(db, configuration) }),
    importJob({ db, clock, perform }),
    undoJob({ db, clock }),
    {
      kind: "answer-reset-request",
      concurrency: 4,
      run: (job) => answerResetRequest({ db, clock, configuration }, job),
    },
    {
      kind: "write-reminders",
      every: 10 * minute,
      run: ({ stopping }) => writeReminders({ db, clock, configuration }, stopping),
    },
    { kind: "clean-up-mail", every: minute, run: () => cleanUpMail({ db, clock, folder: mailFolder(configuration) }) },
    { kind: "count-loans", every: hour, run: () => countLoans(db) },
    { kind: "rewrite-search-words", run: (job) => rewriteSearchWords(db, job) },
    ...noticeJobs({ db, clock, configuration }),
    { kind: "write-transfer-mail", run: (job) => writeTransferMail({ db, clock }, job) },
    { kind: "write-waitlist-mail", run: (job) => writeWaitlistMail({ db, clock, configuration }, job) },
    { kind: "advance-waitlists", every: minute, run: ({ stopping }) => advanceWaitlists(db, stopping) },
    { kind: "clean-up-sessions", every: hour, run: () => cleanUpSessions(db, clock) },
    {
      kind: "clean-up-sign-in-events",
      every: hour,
      run: () => deleteOldSignInEvents(db, configuration.signInLogDays, clock.now()),
    },
    {
      kind: "anonymize-old-loans",
      every: hour,
      run: ({ stopping }) => anonymizeOldLoans({ db, clock, configuration }, stopping),
    },
    { kind: "clean-up-carts", every: hour, run: () => cleanUpCarts(db, clock) },
    {
      kind: "clean-up-uploads",
      every: hour,
      run: async () => {
        await cleanUpPhotos(db, clock); // first, because it does not need the file store, which may be unreachable
        await mediaUpkeep.cleanUp(db, clock, openFileStore(configuration));
      },
    },
    { kind: "clean-up-mailing-list", every: hour, run: () => cleanUpMailingList(db, clock) },
    { kind: "clean-up-imports", every: hour, run: () => cleanUpImports(db, clock) },
    ...(configuration.backup.folder === undefined ? [] : backupJobs(configuration.backup.folder, parts)),
    {
      kind: "check-stock",
      every: 24 * hour,
      run: ({ stopping }) => checkStock({ db, clock, log }, stopping),
    },
    ...reservationJobs(parts),
    { kind: "clean-up-jobs", every: hour, run: () => deleteOldJobs(db, 30) },
  ];
}

function backupJobs(folder: string, { db, connection, clock, configuration, log }: Parts): JobDefinition[] {
  const parts = { db, connection, clock, configuration, log, storedFiles: storedFilesOf(configuration) };
  return [
    // runs often, so that a backup that failed, or was missed because the machine was off, is made soon afterward
    { kind: "back-up", every: 10 * minute, run: ({ stopping }) => nightlyBackup(parts, folder, stopping) },
    { kind: "back-up-now", run: ({ stopping }) => requestedBackup(parts, folder, stopping) },
  ];
}

/** Every minute, one instance moves reservations to the new day and looks for orders that may miss their dates. */
function reservationJobs({ db, clock, configuration }: Parts): JobDefinition[] {
  const readContent = createContentReader(db);
  const closedDays = async () => (await readContent()).content.closedDays.days;
  return [
    {
      kind: "follow-the-day",
      every: minute,
      run: async ({ stopping }) => {
        const ways = { inspectionDays: configuration.ways.inspectionDays, closed: await closedDays() };
        await followTheDay({ db, clock, configuration }, ways, stopping);
      },
    },
    {
      kind: "watch-reservations",
      every: minute,
      run: ({ stopping }) => watchReservations({ db, clock, configuration, closedDays }, stopping),
    },
  ];
}

function mailSettings(db: Database, configuration: Configuration) {
  const { smtpUrl, dataFolder, mailFrom, publicUrl } = configuration;
  const readContent = createContentReader(db);
  return {
    carrier: smtpUrl === undefined ? folderCarrier(mailFolder({ dataFolder })) : smtpCarrier(smtpUrl),
    from: () => ({ name: configuration.senderName, address: mailFrom }),
    maxPerHour: () => Math.ceil(configuration.maxMailsPerHour * configuration.rateLimitScale),
    letterhead: async (language: LanguageCode) => {
      const { site, contact } = contentIn((await readContent()).content, language);
      return { siteName: site.siteName, email: contact.email, postalAddress: contact.postalAddress, publicUrl };
    },
  };
}
