import { addBorrowerNote as addCall, deleteBorrowerNote as deleteCall } from "#contract/borrowers/borrowers.ts";
import { inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Parts } from "#server/parts.ts";
import { deleteNote, insertNote, lockedBorrower } from "./borrowers.queries.ts";

/** Adds a note for staff. Nobody overwrites another's: notes are added and deleted. */
export async function addNote({ db }: Pick<Parts, "db">, borrowerId: number, note: string, actor: Actor) {
  await inTransaction(db, async (tx) => {
    const { name: label } = found(await lockedBorrower(tx, borrowerId));
    await insertNote(tx, { borrowerId, note, ...actor });
    const subject = { call: addCall.call, kind: "borrowers", subjectId: borrowerId, label } as const;
    await recordAudit(tx, actor, { ...subject, before: null, after: { Note: note } });
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
    await recordAudit(tx, actor, { ...subject, before: { Note: gone.note }, after: { Note: null } });
  });
}
