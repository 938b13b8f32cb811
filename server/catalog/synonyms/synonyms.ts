import { ownMessages } from "#contract/wire/messages.ts";
import {
  maxTitlesCounted,
  removeSynonymGroup,
  saveSynonymGroup,
  type ShownSynonymGroup,
  type SynonymGroup,
  synonymLimits,
  wordsOfList,
} from "#contract/catalog/synonyms.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Actor, nameOf, recordActivity, type Snapshot } from "#server/platform/record-activity.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal, refusalOf } from "#server/refusals/refusal.ts";
import { saysNothing, wordsOf } from "../search/searched-words.rules.ts";
import * as queries from "./synonyms.queries.ts";
import { deleteEntry, type EntryRow } from "./synonyms.queries.ts";

type EntryForm = Received<typeof saveSynonymGroup>["body"];

/** Saves an entry, or adds one with id 0. A trigger makes the next search of every instance use it. */
export async function saveEntry(db: Database, form: EntryForm, actor: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const before = form.entryId === 0 ? undefined : found(await lockUnchanged(tx, form.entryId, form.version));
    const lists = {
      words: wordsOfList(form.words),
      alsoTyped: wordsOfList(form.alsoTyped),
      broader: wordsOfList(form.broader),
    };
    await refuseStopWords(tx, lists);
    if (!before && (await queries.countEntries(tx)) >= synonymLimits.entries)
      throw refusalOf([{ field: "words", message: ownMessages.synonymsFull(synonymLimits.entries) }]);
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
    await recordActivity(tx, actor, {
      call: saveSynonymGroup.call,
      kind: "synonyms",
      subjectId: after.entry_id,
      label: labelOf(after),
      before: before ? snapshotOf(before) : null,
      after: snapshotOf(after),
    });
    return after.entry_id;
  });
}

/** Locks an entry for a change; refuses if its version has changed. */
export async function lockUnchanged(tx: Transaction, id: number, version: number | null | undefined) {
  const row = found(await queries.lockEntry(tx, id));
  if (typeof version === "number" && version !== row.version)
    throw new Refusal({ kind: "stale", what: "entry", changedBy: await nameOf(tx, row.changed_by) });
  return row;
}

async function refuseStopWords(tx: Transaction, lists: Record<string, readonly string[]>): Promise<void> {
  const stopWords = await queries.wordsLeftOut(tx, Object.values(lists).flat());
  const errors = Object.entries(lists).flatMap(([field, words]) => {
    const word = words.find((each) => stopWords.has(each) || saysNothing(wordsOf(each).join(" ")));
    return word === undefined ? [] : [{ field, message: ownMessages.wordSaysNothing(word) }];
  });
  if (errors.length > 0) throw refusalOf(errors);
}

const maxLabelWords = 3;

/** Names an entry by its first words in the activity log. */
export const labelOf = ({ words }: queries.EntryRow) => wordsOfList(words).slice(0, maxLabelWords).join(", ");

export const snapshotOf = (row: queries.EntryRow): Snapshot => ({
  Words: row.words,
  "People also type": row.also_typed,
  "Broader words": row.broader,
});

/** Removes an entry at this version. The activity log keeps its words. */
export async function removeEntry(db: Database, id: number, version: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockUnchanged(tx, id, version);
    await deleteEntry(tx, id);
    await recordActivity(tx, actor, {
      call: removeSynonymGroup.call,
      kind: "synonyms",
      subjectId: id,
      label: labelOf(before),
      before: snapshotOf(before),
      after: {},
    });
  });
}

export async function showEntry(db: Database, id: number): Promise<ShownSynonymGroup> {
  const [row] = await queries.entriesWithIds(db, [id]);
  const entry = presentEntry(found(row));
  return {
    ...entry,
    elsewhere: await queries.wordsElsewhere(db, id),
    uses: await queries.usesOfEntry(db, id, maxTitlesCounted),
  };
}

export const presentEntry = (row: EntryRow): SynonymGroup => ({
  entryId: row.entry_id,
  words: row.words,
  alsoTyped: row.also_typed,
  broader: row.broader,
  version: row.version,
  changedAt: row.changed_at?.toISOString() ?? null,
});
