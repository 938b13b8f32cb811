import type { WordField } from "#contract/imports.ts";
import type { Transaction } from "#server/platform/database.ts";
import { renamedMeanings } from "../reading/words.rules.ts";
import { lockMeanings, writeMeanings } from "./words.queries.ts";

type Renamed = { field: Extract<WordField, "subject" | "grade">; from: string; to: string };

/** After codes were renamed: what words of files mean has their new names, and their old names are such words. */
export async function renameInWords(tx: Transaction, renamed: readonly Renamed[]): Promise<void> {
  const meanings = await lockMeanings(tx);
  await writeMeanings(tx, renamedMeanings(meanings, renamed));
}
