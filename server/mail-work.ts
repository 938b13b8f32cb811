import path from "node:path";
import { accountChores } from "./modules/accounts/public.ts";
import { writeReminders } from "./modules/circulation/public.ts";
import { createContentReader } from "./modules/content/public.ts";
import type { Clock } from "./platform/clock.ts";
import type { Configuration } from "./platform/configuration.ts";
import type { Database } from "./platform/database.ts";
import type { Log } from "./platform/log.ts";
import { mailboxOf } from "./platform/mail/compose-mail.ts";
import { folderCarrier } from "./platform/mail/folder-carrier.ts";
import { keepDoing } from "./platform/mail/keep-doing.ts";
import { sendDueMails } from "./platform/mail/postman.ts";
import { smtpCarrier } from "./platform/mail/smtp-carrier.ts";

type Parts = { db: Database; clock: Clock; configuration: Configuration; log: Log };

/** Sends what is in the outbox, from now on. Gives what stops it, after the mails that are under way. */
export function startMailWork({ db, clock, configuration, log }: Parts): () => Promise<void> {
  const rounds = { every: 1000, log };
  const { answerResetRequests: answer } = accountChores;
  const readContent = createContentReader(db);
  const postman = {
    db,
    clock,
    log,
    carrier:
      configuration.smtpUrl === undefined
        ? folderCarrier(path.join(configuration.dataFolder, "mail"))
        : smtpCarrier(configuration.smtpUrl),
    from: mailboxOf(configuration.mailFrom),
    letterhead: async () => {
      const { site, contact } = (await readContent()).content;
      return { siteName: site.siteName, email: contact.email, publicUrl: configuration.publicUrl };
    },
  };
  const stops = [
    keepDoing("answering who lost a password", (stopping) => answer({ db, clock, configuration }, stopping), rounds),
    keepDoing("writing reminders", (stopping) => writeReminders({ db, clock, configuration }, stopping), {
      every: 600_000,
      first: 5000,
      log,
    }),
    keepDoing("sending mail", (stopping) => sendDueMails(postman, stopping), rounds),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}
