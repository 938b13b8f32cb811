import { leastToSuggest, type SuggestedTitle, type Suggestions } from "#contract/titles/suggestions.ts";
import { codesOf } from "#server/modules/codes/public.ts";
import type { Database } from "#server/platform/database.ts";
import { presentItem } from "../catalog.present.ts";
import { itemsOf } from "../catalog.queries.ts";
import { plainText } from "../search/plain-text.rules.ts";
import { subjectsLike, wordsToFind } from "./suggestions.rules.ts";
import { idsLike } from "./suggestions.queries.ts";

/** The subjects and titles that a text, which is still being typed, may become. */
export async function suggest(db: Database, typed: string): Promise<Suggestions> {
  const text = plainText(typed).toLowerCase();
  if (text.length < leastToSuggest) return { subjects: [], titles: [] };
  const codes = await codesOf(db);
  const words = wordsToFind(text);
  const ids = await idsLike(db, text, words.join(" "));
  const rows = await itemsOf(db, ids);
  const titles = ids.flatMap((id): SuggestedTitle[] => {
    const row = rows.find(({ item_id }) => item_id === id);
    return row ? [presentItem(row, codes)] : [];
  });
  return { subjects: subjectsLike(words, codes.subjects), titles };
}
