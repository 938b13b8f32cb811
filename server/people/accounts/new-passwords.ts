import { randomUUID } from "node:crypto";
import { type LanguageCode, languages } from "#contract/site/languages.ts";
import type { Password } from "#contract/wire/text.ts";
import { messages } from "#contract/wire/messages.ts";
import { isOwnPath } from "#contract/site/own-path.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { groupBy } from "#server/group-by.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { endJob, enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { hashOf, newSecret, secretLink } from "#server/platform/mail/link-secret.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import * as z from "zod";
import { attemptLimits } from "./attempt-limits.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { checkNewPassword, hashPassword, provePassword, wrongPassword } from "./passwords.ts";
import {
  accountsToReset,
  confirmMailboxOfUser,
  isProven,
  mailboxOfUser,
  resetOfToken,
  type ResetSecrets,
  type ResettableAccount,
  setPasswordHash,
  storeReset,
  useReset,
  voidReset,
} from "./mailbox.queries.ts";
import { notifyMailbox } from "./mailbox.ts";
import { revokeSessions } from "../sessions/session.queries.ts";
import {
  type Block,
  instantInWords,
  type Letter,
  letterOf,
  userNameFact,
} from "#server/platform/mail/letter/letter.ts";
import { passwordOwner, replacePasswordHash } from "./accounts.queries.ts";

const minutes = 60;

const resetRequest = z.object({
  typed: z.string(),
  language: z.enum(languages),
  /** The path to open after the login: checked here, because a stranger may have made the request. */
  next: z.string().refine(isOwnPath).optional().catch(undefined),
});

/** Enqueues the lookup of the account, so that the response takes equally long whatever was typed. */
export async function enqueueResetRequest(db: Database, request: z.input<typeof resetRequest>): Promise<void> {
  const typed = request.typed.trim();
  if (typed === "") throw new Refusal({ kind: "invalid" }, { sentence: messages.field.resetUserNameOrEmail });
  await enqueueJob(db, { kind: "answer-reset-request", key: randomUUID(), payload: { ...request, typed } });
}

/**
 * Emails reset links for a user name or email address: one email per mailbox, with a link per user name. Runs as a job,
 * so that the timing of the request reveals nothing.
 */
export async function answerResetRequest(
  { db, clock, configuration }: ConfiguredParts<"rateLimitScale" | "timeZone">,
  job: Job,
): Promise<void> {
  const { typed, ...more } = resetRequest.parse(job.payload);
  const { rateLimitScale, timeZone } = configuration;
  const limits = attemptLimits(db, rateLimitScale);
  await inTransaction(db, async (tx) => {
    await endJob(tx, job);
    const mailboxes = groupBy(await accountsToReset(tx, typed), (account) => account.email_address.toLowerCase());
    for (const [mailbox, accounts] of mailboxes) {
      // protects a mailbox from floods; its newest link stays valid
      if (await limits.mayMailReset(mailbox)) await writeLinks(tx, accounts, { ...more, timeZone }, clock.now());
    }
  });
}

async function writeLinks(
  tx: Transaction,
  accounts: readonly [ResettableAccount, ...ResettableAccount[]],
  { language, next, timeZone }: Pick<z.output<typeof resetRequest>, "language" | "next"> & { timeZone: string },
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + minutes * 60_000);
  const links: ResetLink[] = [];
  for (const account of accounts) {
    const { user_id: userId, borrower_id: borrowerId, resets_from: resetsFrom } = account;
    // an unconfirmed mailbox may be a stranger's, and anyone can choose a username
    const userName = account.is_confirmed ? account.user_name : null;
    if (resetsFrom && resetsFrom > now) {
      links.push({ userName, borrowerId, waitsUntil: instantInWords(resetsFrom, timeZone, language) });
      continue;
    }
    const secrets = newResetSecrets(userId);
    await storeReset(tx, userId, secrets, expiresAt);
    links.push({ userName, borrowerId, token: secrets.token });
  }
  const [{ email_address: address }] = accounts;
  // an email about several accounts belongs to none of them, so it stays when one of them is anonymized
  const borrowerId = accounts.length === 1 ? accounts[0].borrower_id : null;
  const to = { borrowerId, address };
  const letter = resetLetter(links, { minutes, language, next });
  await enqueueMail(tx, { kind: "reset", to, letter, at: now, expiresAt });
}

/** Resolves a link to its account and a proof for its bearer. Refused if the link was used, expired, or is unknown. */
export async function checkReset({ db, clock }: Parts, token: string) {
  const now = clock.now();
  const reset = await resetOfToken(db, hashOf(token), now);
  if (!reset) throw linkExpired();
  const seconds = Math.max(1, Math.floor((reset.expires_at.getTime() - now.getTime()) / 1000));
  return { userId: reset.user_id, userName: reset.user_name, proof: proofOf(token, reset.user_id), seconds };
}

/** Sets a new password, once per link, for the bearer of the proof, and ends every session. Returns the owner. */
export async function resetPassword(
  { db, clock, configuration }: ConfiguredParts<"passwordMinLength">,
  { userId, newPassword, proof }: { userId: number; newPassword: Password; proof: string | undefined },
) {
  const currentProof = () => ({ userId, proofHash: hashOf(proof ?? ""), now: clock.now() });
  // before the expensive hash, which must not be triggered without a link
  if (!(await isProven(db, currentProof()))) throw linkExpired();
  const owner = await passwordOwner(db, userId);
  await checkNewPassword("newPassword", newPassword, { minLength: configuration.passwordMinLength, owner });
  const passwordHash = await hashPassword(newPassword);
  return inTransaction(db, async (tx) => {
    if (!(await useReset(tx, currentProof()))) throw linkExpired();
    // the account first: a concurrent login with the old password waits, and then fails
    const account = await setPasswordHash(tx, userId, passwordHash);
    await revokeSessions(tx, userId, clock.now());
    await confirmMailboxOfUser(tx, userId, clock.now()); // the link was sent there
    const mailbox = await mailboxOfUser(tx, userId);
    if (mailbox) await notifyMailbox(tx, "password changed", mailbox, clock.now());
    return account;
  });
}

/**
 * Changes the caller's password, ends their other sessions, and voids reset links. `also` runs in the same transaction.
 */
export async function changePassword(
  { db, clock, configuration }: ConfiguredParts<"passwordMinLength">,
  { userId, sessionId }: { userId: number; sessionId: string },
  input: { userId?: number | undefined; password: Password; newPassword: Password },
  also: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<void> {
  if ((input.userId ?? userId) !== userId) throw new HttpError(404);
  const { password, newPassword } = input;
  const old = await provePassword(db, userId, password);
  const owner = await passwordOwner(db, userId);
  await checkNewPassword("newPassword", newPassword, { minLength: configuration.passwordMinLength, owner });
  const replacement = await hashPassword(newPassword);
  await inTransaction(db, async (tx) => {
    // the account first: a concurrent login with the old password waits, and then fails
    if (!(await replacePasswordHash(tx, userId, old, replacement))) throw wrongPassword();
    await voidReset(tx, userId);
    await revokeSessions(tx, userId, clock.now(), { except: sessionId });
    const mailbox = await mailboxOfUser(tx, userId);
    if (mailbox) await notifyMailbox(tx, "password changed", mailbox, clock.now());
    await also(tx);
  });
}

const linkExpired = () => new Refusal({ kind: "link-expired", link: "reset" });

/** An account has to wait if a clerk just changed its address. */
type ResetLink = { userName: string | null; borrowerId: number | null } & ({ token: string } | { waitsUntil: string });

const english = {
  choose: "Choose a new password",
  preview: (minutes: number) => `The link works once, for ${minutes} minutes.`,
  request: "Someone asked for a new password for this account.",
  requestForSeveral:
    "Someone asked for a new password. Several accounts use this email address, so choose the one you want.",
  wait: (until: string) =>
    `This account’s email address was just changed. To protect the account, we can’t send a password reset link until ${until}. Please ask again then. If you need one sooner, call or email us.`,
  validity: (minutes: number) => `Each link works once, for ${minutes} minutes. Only the newest link works.`,
  note: "If you didn’t ask for this, you don’t need to do anything. Your password stays the same. Don’t forward this email.",
};

const spanish: typeof english = {
  choose: "Elegir una contraseña nueva",
  preview: (minutes) => `El enlace funciona una sola vez, durante ${minutes} minutos.`,
  request: "Alguien pidió una contraseña nueva para esta cuenta.",
  requestForSeveral:
    "Alguien pidió una contraseña nueva. Varias cuentas usan este correo electrónico: elija la que quiere recuperar.",
  wait: (until) =>
    `El correo electrónico de esta cuenta se acaba de cambiar. Para protegerla, no podemos enviar un enlace para restablecer la contraseña antes del ${until}. Vuelva a pedirlo después de esa hora. Si lo necesita antes, llámenos o escríbanos.`,
  validity: (minutes) =>
    `Cada enlace funciona una sola vez, durante ${minutes} minutos. Si pide otro, el anterior deja de funcionar.`,
  note: "Si no lo pidió usted, no tiene que hacer nada: su contraseña no cambia. No reenvíe este correo.",
};

type Request = {
  minutes: number;
  language: LanguageCode;
  next?: string | undefined;
};

export function resetLetter(links: readonly ResetLink[], { minutes, language, next }: Request): Letter {
  const words = { en: english, es: spanish }[language];
  const page = `/user/reset-password${next === undefined ? "" : `?next=${encodeURIComponent(next)}`}` as const;
  const hasLink = links.some((link) => "token" in link);
  const request = links.length === 1 ? words.request : words.requestForSeveral;
  return letterOf(language, { heading: words.choose, preview: hasLink ? words.preview(minutes) : request }, [
    { is: "text", text: request },
    ...links.flatMap((link): Block[] => [
      ...(link.userName === null ? [] : [userNameFact(link.userName, language, link.borrowerId)]),
      "token" in link
        ? { is: "button", label: words.choose, path: secretLink(page, link.token) }
        : { is: "text", text: words.wait(link.waitsUntil) },
    ]),
    ...(hasLink ? [{ is: "text" as const, text: words.validity(minutes) }] : []),
    { is: "note", text: words.note },
  ]);
}

export function newResetSecrets(userId: number): ResetSecrets {
  const token = newSecret();
  return { token, tokenHash: hashOf(token), proofHash: hashOf(proofOf(token, userId)) };
}

/** Derives the cookie from the link and the account, so that it fits nothing else. */
export function proofOf(token: string, userId: number): string {
  return hashOf(`reset proof of ${userId} by ${token}`).toString("base64url");
}
