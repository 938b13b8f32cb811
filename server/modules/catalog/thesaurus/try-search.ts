import type { TriedSearch } from "#contract/staff/thesaurus.ts";
import type { Database } from "#server/platform/database.ts";
import { understoodOf } from "../search/present-understood.rules.ts";
import { searchItems } from "../search/search.queries.ts";
import { presentEntry } from "./entries.present.ts";
import { entriesWithIds } from "./entries.queries.ts";

const mostShown = 5;

/** What a search finds now, and the entries of the thesaurus that it used. */
export async function trySearch(db: Database, text: string): Promise<TriedSearch> {
  const all = { categoryId: 0, subjectId: 0, gradeId: 0, stock: "all" as const };
  const found = await searchItems(db, { ...all, text, page: { number: 1, size: mostShown } });
  const used = (found.terms?.meaning.also ?? []).flatMap(({ entries }) => entries);
  return {
    total: text === "" ? 0 : found.inStockTotal + found.outOfStockTotal,
    titles:
      text === ""
        ? []
        : found.items.map((row) => ({
            inventoryId: row.item_id,
            title: row.title,
            referenceNumber: row.referenceNumber,
          })),
    entries: (await entriesWithIds(db, [...new Set(used)])).map(presentEntry),
    understood: found.terms && understoodOf(found.terms),
  };
}
