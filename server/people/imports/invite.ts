import { type Invitations, invitationDays, inviteBorrowers as inviteCall } from "#contract/people/borrower-files.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { Parts } from "#server/parts.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { endJob, enqueueJob, renewLease } from "#server/platform/jobs/jobs.queries.ts";
import { secretLink } from "#server/platform/mail/link-secret.ts";
import { type Letter, letterOf, userNameFact } from "#server/platform/mail/letter/letter.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import * as z from "zod";
import { storeReset } from "../accounts/mailbox.queries.ts";
import { newResetSecrets } from "../accounts/new-passwords.ts";
import * as queries from "./invitations.queries.ts";

const batchSize = 100; // emails

export async function showInvitations(db: Database, importId: number): Promise<Invitations> {
  return { ...(await queries.countInvitations(db, importId)), isSending: await queries.isInviting(db, importId) };
}

/** Requests invitations to imported borrowers without a password. A job writes them. */
export async function requestInvitations(
  db: Database,
  { importId, again }: { importId: number; again: boolean },
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await queries.areInvitationsOff(tx))
      throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.invitationsOff });
    const counts = await queries.countInvitations(tx, importId);
    const count = counts.waiting + (again ? counts.again : 0);
    if (count === 0) throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.nobodyToInvite });
    const payload = { before: again ? actor.at.toISOString() : null };
    await enqueueJob(tx, { kind: "invite-borrowers", key: String(importId), payload });
    await recordActivity(tx, actor, {
      call: inviteCall.call,
      kind: "borrowers",
      subjectId: null,
      label: "Invitations to choose a password",
      before: null,
      after: { Invitations: count },
    });
  });
}

const request = z.object({ before: z.nullable(z.coerce.date()) });

/** Writes the invitations in batches, each in a transaction that also marks its borrowers as invited. */
export async function inviteBorrowers({ db, clock }: Parts, job: Job): Promise<void> {
  const { before } = request.parse(job.payload);
  const importId = Number(job.key);
  for (let isMore = true; isMore;) {
    job.stopping.throwIfAborted();
    isMore = await inTransaction(db, async (tx) => {
      await renewLease(tx, job);
      const at = clock.now();
      const borrowers = await queries.claimInvited(tx, { importId, before, at, limit: batchSize });
      for (const borrower of borrowers) await writeInvitation(tx, borrower, at);
      if (borrowers.length === 0) await endJob(tx, job);
      return borrowers.length > 0;
    });
  }
}

const day = 24 * 60 * 60_000; // ms

async function writeInvitation(
  tx: Transaction,
  { userId, borrowerId, ...to }: queries.Invited,
  at: Date,
): Promise<void> {
  const secrets = newResetSecrets(userId);
  const expiresAt = new Date(at.getTime() + invitationDays * day);
  await storeReset(tx, userId, secrets, expiresAt);
  const letter = invitationLetter({ ...to, token: secrets.token });
  await enqueueMail(tx, {
    kind: "borrower-invitation",
    to: { borrowerId, address: to.address },
    letter,
    at,
    expiresAt,
  });
}

const english = {
  heading: "Your library account is ready",
  preview: (days: number) => `Choose a password. The link works for ${days} days.`,
  text: "We’ve moved our lending library to a new website, and brought your account along. Choose a password to see your loans and order.",
  button: "Choose a password",
  validity: (days: number) =>
    `The link works once, for ${days} days. If it has expired, choose “Reset password” on the login page to get a new one.`,
  note: "If you don’t borrow from us anymore, you don’t need to do anything. Don’t forward this email.",
};

const spanish: typeof english = {
  heading: "Su cuenta de la biblioteca está lista",
  preview: (days) => `Elija una contraseña. El enlace funciona durante ${days} días.`,
  text: "Nuestra biblioteca de préstamos tiene un sitio web nuevo y ya trasladamos su cuenta. Elija una contraseña para ver sus préstamos y hacer pedidos.",
  button: "Elegir una contraseña",
  validity: (days) =>
    `El enlace funciona una sola vez, durante ${days} días. Si ya venció, elija “Restablecer la contraseña” en la página de inicio de sesión para recibir otro.`,
  note: "Si ya no pide materiales prestados, no tiene que hacer nada. No reenvíe este correo.",
};

export function invitationLetter({
  userName,
  language,
  token,
}: {
  userName: string;
  language: LanguageCode;
  token: string;
}): Letter {
  const words = { en: english, es: spanish }[language];
  return letterOf(language, { heading: words.heading, preview: words.preview(invitationDays) }, [
    { is: "text", text: words.text },
    userNameFact(userName, language),
    { is: "button", label: words.button, path: secretLink("/user/reset-password", token) },
    { is: "text", text: words.validity(invitationDays) },
    { is: "note", text: words.note },
  ]);
}
