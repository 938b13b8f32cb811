import { randomUUID } from "node:crypto";
import { languages } from "#contract/site/languages.ts";
import { isOwnPath } from "#contract/site/own-path.ts";
import { inTransaction, type Database, type Transaction } from "#server/platform/database.ts";
import { groupBy } from "#server/group-by.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { endJob, enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import * as z from "zod";
import { attemptLimits } from "../credentials/attempt-limits.ts";
import { resetLetter } from "./reset-letter.ts";
import { newResetSecrets } from "./reset-secrets.ts";
import { accountsToReset, type ResettableAccount, storeReset } from "./reset.queries.ts";

const minutes = 60;

const resetRequest = z.object({
  typed: z.string(),
  language: z.enum(languages),
  /** Where the login after it leads: a path of this site, also when a stranger asked. */
  next: z.string().refine(isOwnPath).optional().catch(undefined),
});

/** Enqueues the email answer to a submitted "Reset password" request, in the reader's language. */
export async function enqueueResetRequest(db: Database, request: z.input<typeof resetRequest>): Promise<void> {
  await enqueueJob(db, { kind: "answer-reset-request", key: randomUUID(), payload: request });
}

type Parts = ConfiguredParts<"rateLimitScale">;

/**
 * Finds the accounts for a submitted user name or email address and emails their reset links: one email per mailbox
 * with a link per user name. Done outside of the request, so that its timing reveals nothing.
 */
export async function answerResetRequest({ db, clock, configuration }: Parts, job: Job): Promise<void> {
  const { typed, ...more } = resetRequest.parse(job.payload);
  const limits = attemptLimits(db, configuration.rateLimitScale);
  await inTransaction(db, async (tx) => {
    await endJob(tx, job);
    const mailboxes = groupBy(await accountsToReset(tx, typed), (account) => account.email_address.toLowerCase());
    for (const [mailbox, accounts] of mailboxes) {
      // A flooded mailbox gets no more emails, and its newest link stays valid.
      if ((await limits.resetMail(mailbox)) === 0) await writeLinks(tx, accounts, more, clock.now());
    }
  });
}

async function writeLinks(
  tx: Transaction,
  accounts: readonly [ResettableAccount, ...ResettableAccount[]],
  { language, next }: Pick<z.output<typeof resetRequest>, "language" | "next">,
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + minutes * 60_000);
  const links = [];
  for (const { user_id: userId, user_name: userName } of accounts) {
    const secrets = newResetSecrets(userId);
    await storeReset(tx, userId, secrets, expiresAt);
    links.push({ userName, token: secrets.token });
  }
  const [{ name, email_address: address }] = accounts;
  const to = { name: accounts.length === 1 ? name : "", address };
  const letter = resetLetter(links, { minutes, language, next });
  await enqueueMail(tx, { kind: "reset", to, letter, at: now, expiresAt });
}
