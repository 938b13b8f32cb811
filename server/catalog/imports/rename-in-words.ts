import type { WordField } from "#contract/imports/imports.ts";
import { lockMeanings, writeMeanings } from "#server/imports/public.ts";
import type { Transaction } from "#server/platform/database.ts";
import { renamedMeanings } from "./reading/names.rules.ts";

type Renamed = { field: Extract<WordField, "subject" | "grade">; from: string; to: string };

/** Updates the matches of words after codes were renamed, and adds the previous names as words. */
export async function renameInWords(tx: Transaction, renames: readonly Renamed[]): Promise<void> {
  const meanings = await lockMeanings(tx);
  await writeMeanings(tx, renamedMeanings(meanings, renames));
}
