import { ownMessages } from "#contract/wire/messages.ts";
import { saveThesaurusEntry, thesaurusLimits, wordsOfList } from "#contract/catalog/thesaurus.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { inTransaction } from "#server/platform/database.ts";
import { type Actor, nameOf, recordAudit, type Snapshot } from "#server/platform/record-audit.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal, refusalOf } from "#server/refusals/refusal.ts";
import { saysNothing, wordsOf } from "../search/searched-words.rules.ts";
import * as queries from "./entries.queries.ts";

type EntryForm = Received<typeof saveThesaurusEntry>["body"];

/** Saves an entry; id 0 adds. The next search in any instance knows it, because a trigger notes that everything changed. */
export async function saveEntry(db: Database, form: EntryForm, actor: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const before = form.entryId === 0 ? undefined : found(await lockUnchanged(tx, form.entryId, form.version));
    const lists = {
      words: wordsOfList(form.words),
      alsoTyped: wordsOfList(form.alsoTyped),
      broader: wordsOfList(form.broader),
    };
    await refuseWordsThatSayNothing(tx, lists);
    if (!before && (await queries.countEntries(tx)) >= thesaurusLimits.entries)
      throw refusalOf([{ field: "words", message: ownMessages.thesaurusFull(thesaurusLimits.entries) }]);
    const change = {
      words: lists.words.join(", "),
      also_typed: lists.alsoTyped.join(", "),
      broader: lists.broader.join(", "),
      changed_by: actor.userId,
      changed_at: actor.at,
    };
    const after = before
      ? await queries.updateEntry(tx, before.entry_id, change)
      : await queries.insertEntry(tx, change);
    await recordAudit(tx, actor, {
      call: saveThesaurusEntry.call,
      kind: "thesaurus",
      subjectId: after.entry_id,
      label: labelOf(after),
      before: before ? snapshotOf(before) : null,
      after: snapshotOf(after),
    });
    return after.entry_id;
  });
}

/** The entry of this id, for a change; refused where it is another version than the one that was read. */
export async function lockUnchanged(tx: Transaction, id: number, version: number | null | undefined) {
  const row = found(await queries.lockEntry(tx, id));
  if (typeof version === "number" && version !== row.version)
    throw new Refusal({ kind: "stale", what: "entry", changedBy: await nameOf(tx, row.changed_by) });
  return row;
}

async function refuseWordsThatSayNothing(tx: Transaction, lists: Record<string, readonly string[]>): Promise<void> {
  const left = await queries.wordsLeftOut(tx, Object.values(lists).flat());
  const errors = Object.entries(lists).flatMap(([field, words]) => {
    const word = words.find((each) => left.has(each) || saysNothing(wordsOf(each).join(" ")));
    return word === undefined ? [] : [{ field, message: ownMessages.wordSaysNothing(word) }];
  });
  if (errors.length > 0) throw refusalOf(errors);
}

const mostInALabel = 3;

/** The first words of an entry, as the audit names it. */
export const labelOf = ({ words }: queries.EntryRow) => wordsOfList(words).slice(0, mostInALabel).join(", ");

export const snapshotOf = (row: queries.EntryRow): Snapshot => ({
  Words: row.words,
  "Typed for them": row.also_typed,
  "Broader words": row.broader,
});
