import { mostTitlesCounted, type ShownThesaurusEntry } from "#contract/catalog/thesaurus.ts";
import type { Database } from "#server/platform/database.ts";
import { found } from "#server/refusals/http-error.ts";
import { presentEntry } from "./entries.present.ts";
import * as queries from "./entries.queries.ts";

/** An entry, and what its words find now. */
export async function showEntry(db: Database, id: number): Promise<ShownThesaurusEntry> {
  const [row] = await queries.entriesWithIds(db, [id]);
  const entry = presentEntry(found(row));
  return {
    ...entry,
    elsewhere: await queries.wordsElsewhere(db, id),
    uses: await queries.usesOfEntry(db, id, mostTitlesCounted),
  };
}
