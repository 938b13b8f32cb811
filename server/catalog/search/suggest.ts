import { type Codes, codesOf } from "../codes/codes.queries.ts";
import type { Database } from "#server/platform/database.ts";
import { presentItem } from "../titles/catalog.present.ts";
import { itemsOf } from "../titles/catalog.queries.ts";
import { correctText } from "./understand.ts";
import { subjectsLike, wordsToFind } from "./suggestions.rules.ts";
import { plainText } from "./searched-words.rules.ts";
import { idsLike } from "./terms.queries.ts";
import { minSuggestLength, type SuggestedTitle, type Suggestions } from "#contract/catalog/catalog.ts";

/** Suggests subjects and titles for a text as it's typed, or for its spelling correction if there are none. */
export async function suggest(db: Database, typed: string): Promise<Suggestions> {
  const text = plainText(typed).toLowerCase();
  if (text.length < minSuggestLength) return { subjects: [], titles: [] };
  const codes = await codesOf(db);
  const suggestions = await suggestionsFor(db, text, codes);
  if (suggestions.subjects.length + suggestions.titles.length > 0) return suggestions;
  const correction = await correctText(db, typed);
  if (correction === undefined) return suggestions;
  return { correction, ...(await suggestionsFor(db, plainText(correction).toLowerCase(), codes)) };
}

async function suggestionsFor(db: Database, text: string, codes: Codes) {
  const words = wordsToFind(text);
  const ids = await idsLike(db, text, words.join(" "));
  const rows = await itemsOf(db, ids);
  const titles = ids.flatMap((id): SuggestedTitle[] => {
    const row = rows.find(({ item_id }) => item_id === id);
    return row ? [presentItem(row, codes)] : [];
  });
  return { subjects: subjectsLike(words, codes.subjects), titles };
}
