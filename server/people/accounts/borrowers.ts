import {
  addBorrowerNote as addCall,
  blockBorrower as blockCall,
  changeBorrower as changeCall,
  deleteBorrowerNote as deleteCall,
  sendBorrowerReset as sendCall,
  unblockBorrower as unblockCall,
} from "#contract/people/borrowers.ts";
import { recountStock } from "#server/catalog/public.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, recordActivity, type Snapshot } from "#server/platform/record-activity.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Parts } from "#server/parts.ts";
import { type BorrowerMailbox, lockMailbox, mailboxOfUser, unconfirmMailbox, voidReset } from "./mailbox.queries.ts";
import {
  accountToReset,
  borrowersAfter,
  countBorrowers,
  deleteNote,
  insertNote,
  type ListedBorrower,
  lockedBorrower,
  setBlocked,
  titlesWaitedFor,
} from "./borrowers.queries.ts";
import type { FileAnswer, Received } from "#contract/wire/endpoint.ts";
import { borrowerFields } from "./accounts.present.ts";
import { type BorrowerFields, findBorrower, passwordHashOf, updateBorrowerFields } from "./accounts.queries.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { Refusal, refusalOf, refusalOfField } from "#server/refusals/refusal.ts";
import { enqueueResetRequest } from "./reset.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";
import { isPassword } from "./passwords.ts";
import { tellMailbox, writeConfirmation } from "./mailbox.ts";
import { revokeOtherSessions } from "../sessions/session.queries.ts";
import { borrowersCsv as borrowersCsvCall } from "#contract/people/accounts.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type Columns, csvDownload, inColumns } from "#server/platform/lists/csv-download.ts";

/**
 * Blocks a borrower for a reason, or unblocks them without one, and tells them. An order that is being placed is placed
 * before, or refused: both lock the borrower.
 */
export async function blockBorrower(
  { db }: Pick<Parts, "db">,
  borrowerId: number,
  reason: string,
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const borrower = found(await lockedBorrower(tx, borrowerId));
    if (borrower.blocked_because === reason) return; // pressed twice
    await setBlocked(tx, borrowerId, reason, actor.at);
    const mailbox = await mailboxOfUser(tx, borrower.user_id);
    if (mailbox?.is_confirmed) {
      const { name, email_address: address, language } = mailbox;
      const letter = blockLetter(reason, language);
      await enqueueMail(tx, { kind: "account-blocked", to: { name, address }, letter, at: actor.at });
    }
    await recordActivity(tx, actor, {
      call: reason === "" ? unblockCall.call : blockCall.call,
      kind: "borrowers",
      subjectId: borrowerId,
      label: borrower.name,
      before: { Blocked: borrower.blocked_because },
      after: { Blocked: reason },
    });
    // they are served in their old place again
    if (reason === "") await recountStock(tx, await titlesWaitedFor(tx, borrowerId));
  });
}

/** Staff change a borrower's fields. Another email address has the same consequences as if the borrower had changed it. */
export async function changeBorrower(
  { db }: Pick<Parts, "db">,
  borrowerId: number,
  sent: Received<typeof changeCall>["body"],
  actor: Actor,
): Promise<void> {
  const fields = borrowerFields(sent);
  await inTransaction(db, async (tx) => {
    const before = found(await lockedBorrower(tx, borrowerId));
    const previous = found(await mailboxOfUser(tx, before.user_id));
    await updateBorrowerFields(tx, borrowerId, fields);
    if (isAnother(before, fields))
      await moveMailbox(tx, { userId: before.user_id, sessionId: null, previous }, fields, actor.at);
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

/** Adds a note for staff. Nobody overwrites another's: notes are added and deleted. */
export async function addNote({ db }: Pick<Parts, "db">, borrowerId: number, note: string, actor: Actor) {
  await inTransaction(db, async (tx) => {
    const { name: label } = found(await lockedBorrower(tx, borrowerId));
    await insertNote(tx, { borrowerId, note, ...actor });
    const subject = { call: addCall.call, kind: "borrowers", subjectId: borrowerId, label } as const;
    await recordActivity(tx, actor, { ...subject, before: null, after: { Note: note } });
  });
}

export async function removeNote({ db }: Pick<Parts, "db">, noteId: number, actor: Actor) {
  await inTransaction(db, async (tx) => {
    const gone = found(await deleteNote(tx, noteId));
    const subject = {
      call: deleteCall.call,
      kind: "borrowers",
      subjectId: gone.borrower_id,
      label: gone.name,
    } as const;
    await recordActivity(tx, actor, { ...subject, before: { Note: gone.note }, after: { Note: null } });
  });
}

/** Asks for a link for a new password as the borrower could; gives the address it goes to. */
export async function sendReset({ db }: Pick<Parts, "db">, borrowerId: number, actor: Actor): Promise<string> {
  return inTransaction(db, async (tx) => {
    const account = found(await accountToReset(tx, borrowerId));
    if (!account.can_log_in) throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.nobodyLogsIn });
    await enqueueResetRequest(tx, { typed: account.user_name, language: account.language });
    await recordActivity(tx, actor, {
      call: sendCall.call,
      kind: "borrowers",
      subjectId: borrowerId,
      label: account.name,
      before: null,
      after: { "Link for a new password": "sent" },
    });
    return account.email_address;
  });
}

const english = {
  blocked: {
    heading: "You can’t place orders right now",
    preview: "The library stopped new orders from your account.",
    text: (reason: string) => `The library stopped new orders from your account, for this reason: ${reason}`,
    note: "You can still see what you have and send it back. Please write to us if you have a question.",
  },
  unblocked: {
    heading: "You can place orders again",
    preview: "Your library account is open for orders again.",
    text: () => "Your library account is open for orders again. Thank you.",
    note: "Please write to us if you have a question.",
  },
};

const spanish: typeof english = {
  blocked: {
    heading: "Por ahora no puede hacer pedidos",
    preview: "La biblioteca detuvo los pedidos nuevos de su cuenta.",
    text: (reason) => `La biblioteca detuvo los pedidos nuevos de su cuenta por este motivo: ${reason}`,
    note: "Aún puede ver lo que tiene y devolverlo. Escríbanos, por favor, si tiene alguna pregunta.",
  },
  unblocked: {
    heading: "Ya puede volver a hacer pedidos",
    preview: "Su cuenta de la biblioteca vuelve a admitir pedidos.",
    text: () => "Su cuenta de la biblioteca vuelve a admitir pedidos. Gracias.",
    note: "Escríbanos, por favor, si tiene alguna pregunta.",
  },
};

/** Tells a borrower that they cannot order, and why; without a reason, that they can again. */
export function blockLetter(reason: string, language: LanguageCode): Letter {
  const words = { en: english, es: spanish }[language];
  const { heading, preview, text, note } = reason === "" ? words.unblocked : words.blocked;
  return {
    language,
    subject: heading,
    preview,
    heading,
    blocks: [
      { is: "text", text: text(reason) },
      { is: "note", text: note },
    ],
  };
}

type Caller = { userId: number; sessionId: string; borrowerId: number };

/**
 * Saves the caller's personal fields. Another email address needs the current password: it is where a new password can be
 * had. Both mailboxes get an email, open reset links and other sessions end, and the new mailbox is unconfirmed. Whether it
 * was another.
 */
export async function updateBorrower(
  { db, clock }: Parts,
  { userId, sessionId, borrowerId }: Caller,
  sent: { fields: BorrowerFields; password: string },
): Promise<boolean> {
  const { fields, password } = sent;
  const before = found(await findBorrower(db, borrowerId));
  const isProven = isAnother(before, fields) && (await provePassword(password, await passwordHashOf(db, userId)));
  return inTransaction(db, async (tx) => {
    await lockMailbox(tx, borrowerId);
    const previous = found(await mailboxOfUser(tx, userId));
    await updateBorrowerFields(tx, borrowerId, fields);
    if (!isAnother(previous, fields)) return false;
    if (!isProven) throw passwordMissing(); // it was changed at this moment
    await moveMailbox(tx, { userId, sessionId, previous }, fields, clock.now());
    return true;
  });
}

type Moved = { userId: number; sessionId: string | null; previous: BorrowerMailbox };

/** What follows from another address: it is unconfirmed, both get an email, and what was open for the account ends. */
async function moveMailbox(tx: Transaction, { userId, sessionId, previous }: Moved, to: Addressee, at: Date) {
  await unconfirmMailbox(tx, previous.borrower_id);
  await voidReset(tx, userId);
  await revokeOtherSessions(tx, userId, sessionId, at);
  await tellMailbox(tx, "email changed", previous, at);
  await writeConfirmation(tx, { ...previous, name: to.name, email_address: to.email_address }, at);
}

type Addressed = { email_address: string };
type Addressee = Pick<BorrowerFields, "name" | "email_address">;
const isAnother = (one: Addressed, other: Addressed) =>
  one.email_address.trim().toLowerCase() !== other.email_address.trim().toLowerCase();

async function provePassword(password: string, hash: string | null | undefined): Promise<true> {
  if (password === "") throw passwordMissing();
  if (!(await isPassword(password, hash))) throw refusalOfField({ kind: "wrong-password" }, "password");
  return true;
}

const passwordMissing = () => refusalOf([{ field: "password", message: ownMessages.currentPasswordRequired }]);

// A page takes about 5 ms of the event loop to write, and a download holds only a few pages in memory.
const rowsOnPage = 500;

/** The columns of clarification 3.13; days are in the site's time zone. */
const columns: Columns<ListedBorrower> = [
  ["Borrower id", (row) => row.borrower_id],
  ["Name", (row) => row.name],
  ["User name", (row) => row.user_name],
  ["E-mail", (row) => row.email_address],
  ["Phone", (row) => row.phone_number],
  ["School", (row) => row.school_name],
  ["District", (row) => row.school_district],
  ["Street", (row) => row.street],
  ["City", (row) => row.city],
  ["State", (row) => row.state],
  ["Zip", (row) => row.zip],
  ["Registered", (row, timeZone) => dayOf(row.registered_at, timeZone)],
  ["Orders", (row) => row.orders ?? 0],
  ["Open orders", (row) => row.open_orders ?? 0],
];

export async function borrowersCsv(db: Database, actor: Actor, timeZone: string): Promise<FileAnswer> {
  return csvDownload(db, actor, timeZone, {
    name: "borrowers",
    entry: { call: borrowersCsvCall.call, kind: "borrowers", label: "All borrowers" },
    counted: "Rows",
    count: countBorrowers,
    page: (after, lastId) => borrowersAfter(db, after, lastId, rowsOnPage),
    idOf: ({ borrower_id }) => borrower_id,
    ...inColumns(columns, timeZone),
  });
}
