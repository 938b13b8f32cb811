import type { ThesaurusEntry } from "#contract/catalog/thesaurus.ts";
import type { EntryRow } from "./entries.queries.ts";

export const presentEntry = (row: EntryRow): ThesaurusEntry => ({
  entryId: row.entry_id,
  words: row.words,
  alsoTyped: row.also_typed,
  broader: row.broader,
  version: row.version,
  changedAt: row.changed_at?.toISOString() ?? null,
});
