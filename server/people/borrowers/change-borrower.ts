import {
  addBorrowerNote as addCall,
  blockBorrower as blockCall,
  changeBorrower as changeCall,
  deleteBorrowerNote as deleteCall,
  sendBorrowerReset as sendCall,
  unblockBorrower as unblockCall,
} from "#contract/people/borrowers.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { recountStock } from "#server/catalog/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { instantInWords, type Letter, letterOf } from "#server/platform/mail/letter/letter.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, recordActivity, type Snapshot } from "#server/platform/record-activity.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { isNewAddress, moveMailbox } from "../accounts/account-card.ts";
import { borrowerFields } from "../accounts/borrower-fields.ts";
import { type BorrowerFields, updateBorrowerFields } from "../accounts/accounts.queries.ts";
import { allowResets, mailboxOfUser } from "../accounts/mailbox.queries.ts";
import { enqueueResetRequest } from "../accounts/new-passwords.ts";
import {
  accountToReset,
  deleteNote,
  insertNote,
  lockBorrower,
  setBlocked,
  waitlistedTitles,
} from "./borrowers.queries.ts";

/**
 * Blocks a borrower for a reason, or unblocks them without one, and emails them. Locks the borrower, as placing an
 * order does, so that no order slips through.
 */
export async function blockBorrower(db: Database, borrowerId: number, reason: string, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const borrower = found(await lockBorrower(tx, borrowerId));
    if (borrower.block_reason === reason) return; // a repeated request
    await setBlocked(tx, borrowerId, reason, actor.at);
    const mailbox = await mailboxOfUser(tx, borrower.user_id);
    if (mailbox?.is_confirmed) {
      const { email_address: address, language } = mailbox;
      const letter = blockLetter(reason, language);
      await enqueueMail(tx, { kind: "account-blocked", to: { borrowerId, address }, letter, at: actor.at });
    }
    await recordActivity(tx, actor, {
      call: reason === "" ? unblockCall.call : blockCall.call,
      kind: "borrowers",
      subjectId: borrowerId,
      label: borrower.name,
      before: { Blocked: borrower.block_reason },
      after: { Blocked: reason },
    });
    // an unblocked borrower is back in the waitlists
    if (reason === "") await recountStock(tx, await waitlistedTitles(tx, borrowerId));
  });
}

/**
 * A member of staff. Only managers can do things right away that could let them into a borrower's account; others wait
 * a day.
 */
export type BorrowerEditor = Actor & { isManager: boolean };

const day = 24 * 60 * 60_000; // ms

/**
 * Changes a borrower's fields for staff. A new email address has the same effects as when the borrower changes it. If a
 * clerk changed it, the previous mailbox has a day to object before a password reset goes to the new one.
 */
export async function changeBorrower(
  db: Database,
  borrowerId: number,
  input: Received<typeof changeCall>["body"],
  actor: BorrowerEditor,
): Promise<void> {
  const fields = await borrowerFields(db, input);
  await inTransaction(db, async (tx) => {
    const before = found(await lockBorrower(tx, borrowerId));
    const previous = found(await mailboxOfUser(tx, before.user_id));
    await updateBorrowerFields(tx, borrowerId, fields);
    const resetsFrom = actor.isManager ? null : new Date(actor.at.getTime() + day);
    if (isNewAddress(before, fields))
      await moveMailbox(tx, { userId: before.user_id, sessionId: null, previous, resetsFrom }, fields, actor.at);
    await recordActivity(tx, actor, {
      call: changeCall.call,
      kind: "borrowers",
      subjectId: borrowerId,
      label: fields.name,
      before: snapshot(before),
      after: snapshot(fields),
    });
  });
}

const snapshot = (of: BorrowerFields): Snapshot => ({
  Name: of.name,
  Email: of.email_address,
  Phone: of.phone_number,
  School: of.school_name,
  District: of.school_district,
  Address: `${of.street}, ${of.city}, ${of.state} ${of.zip}`,
});

/** Adds a note. Notes can't be edited, so that no one overwrites another's. */
export async function addNote(db: Database, borrowerId: number, note: string, actor: Actor) {
  await inTransaction(db, async (tx) => {
    const { name: label } = found(await lockBorrower(tx, borrowerId));
    await insertNote(tx, { borrowerId, note, ...actor });
    const subject = { call: addCall.call, kind: "borrowers", subjectId: borrowerId, label } as const;
    await recordActivity(tx, actor, { ...subject, before: null, after: { Note: note } });
  });
}

export async function removeNote(db: Database, noteId: number, actor: Actor) {
  await inTransaction(db, async (tx) => {
    const row = found(await deleteNote(tx, noteId));
    const subject = {
      call: deleteCall.call,
      kind: "borrowers",
      subjectId: row.borrower_id,
      label: row.name,
    } as const;
    await recordActivity(tx, actor, { ...subject, before: { Note: row.note }, after: { Note: null } });
  });
}

/** Requests a reset link as the borrower could, without the wait if a manager asks; returns the address it goes to. */
export async function sendReset(
  db: Database,
  borrowerId: number,
  { isManager, ...actor }: BorrowerEditor,
  timeZone: string,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const account = found(await accountToReset(tx, borrowerId));
    if (!account.can_log_in) throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.nobodyLogsIn });
    const { resets_from: resetsFrom } = account;
    if (isManager) await allowResets(tx, borrowerId);
    else if (resetsFrom && resetsFrom > actor.at)
      throw new Refusal({ kind: "reset-waits", until: instantInWords(resetsFrom, timeZone, "en") });
    await enqueueResetRequest(tx, { typed: account.user_name, language: account.language });
    await recordActivity(tx, actor, {
      call: sendCall.call,
      kind: "borrowers",
      subjectId: borrowerId,
      label: account.name,
      before: null,
      after: { "Password reset link": "sent" },
    });
    return account.email_address;
  });
}

const english = {
  blocked: {
    heading: "You can’t place orders right now",
    preview: "Your library account can’t place new orders.",
    text: "Your library account can’t place new orders for now. Here’s why:",
    note: "You can still see and return your current loans. Please write to us if you have a question.",
  },
  unblocked: {
    heading: "You can place orders again",
    preview: "Your library account can order again.",
    text: "Your library account can place orders again. Thank you.",
    note: "Please write to us if you have a question.",
  },
};

const spanish: typeof english = {
  blocked: {
    heading: "Por ahora no puede hacer pedidos",
    preview: "Su cuenta de la biblioteca no puede hacer pedidos nuevos.",
    text: "Por ahora, su cuenta de la biblioteca no puede hacer pedidos nuevos. Este es el motivo:",
    note: "Aún puede ver y devolver sus préstamos actuales. Si tiene alguna pregunta, escríbanos.",
  },
  unblocked: {
    heading: "Ya puede volver a hacer pedidos",
    preview: "Su cuenta de la biblioteca ya puede hacer pedidos.",
    text: "Su cuenta de la biblioteca ya puede volver a hacer pedidos. Gracias.",
    note: "Si tiene alguna pregunta, escríbanos.",
  },
};

/** Tells a borrower why they can't order, or without a reason, that they can again. */
export function blockLetter(reason: string, language: LanguageCode): Letter {
  const words = { en: english, es: spanish }[language];
  const { text, note, ...more } = reason === "" ? words.unblocked : words.blocked;
  return letterOf(language, more, [
    { is: "text", text },
    ...(reason === "" ? [] : [{ is: "quote" as const, text: reason }]),
    { is: "note", text: note },
  ]);
}
