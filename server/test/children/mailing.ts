// Sends a database's outbox in a process that a test then kills.
import { systemClock } from "#server/platform/clock.ts";
import { openDatabase } from "#server/platform/database.ts";
import { startJobs } from "#server/platform/jobs/run-jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { sendMailJob } from "#server/platform/mail/send-mail.ts";
import { smtpCarrier } from "#server/platform/mail/smtp-carrier.ts";
import { testConfiguration } from "#server/test/secret-key.ts";

const { CONNECTION = "{}", MAIL_SERVER = "" } = process.env;
process.stdin.resume().once("end", () => process.exit(1)); // the test that started this is gone

const db = openDatabase({ connection: JSON.parse(CONNECTION) });
const log = createLog("info");
const job = sendMailJob({
  db,
  clock: systemClock,
  log,
  secretKey: testConfiguration().secretKey,
  carrier: smtpCarrier(MAIL_SERVER),
  from: () => ({ name: "", address: "library@example.org" }),
  maxPerHour: () => 1000,
  letterhead: async () => ({
    siteName: "The Library",
    email: "help@example.org",
    publicUrl: "http://localhost",
    postalAddress: "",
  }),
  ownWords: async () => ({ before: "", after: "" }),
});
startJobs({ db, log, jobs: [job] });
