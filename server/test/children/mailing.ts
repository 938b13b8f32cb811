// Sends what is due in the outbox of a database, once, as the process does that a test then kills.
import { systemClock } from "#server/platform/clock.ts";
import { openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { mailboxOf } from "#server/platform/mail/compose-mail.ts";
import { sendDueMails } from "#server/platform/mail/postman.ts";
import { smtpCarrier } from "#server/platform/mail/smtp-carrier.ts";

const { CONNECTION = "{}", MAIL_SERVER = "" } = process.env;
process.stdin.resume().once("end", () => process.exit(1)); // the test that wanted us is gone

const db = openDatabase({ connection: JSON.parse(CONNECTION) });
await sendDueMails({
  db,
  clock: systemClock,
  log: createLog("info"),
  carrier: smtpCarrier(MAIL_SERVER),
  from: mailboxOf("library@example.org"),
  letterhead: async () => ({ siteName: "The Library", email: "help@example.org", publicUrl: "http://localhost" }),
});
process.exit(0);
