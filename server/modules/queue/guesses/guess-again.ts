import type { Transaction } from "#server/platform/database.ts";
import { holdDays, type QueueParts } from "../wished-days.ts";
import { guessFor } from "./guess.rules.ts";
import { dropGuess, keepGuess, knownOf } from "./guesses.queries.ts";

/** Guesses for a place that waits in another way than before: paused, held, or for certain days, it has none. */
export async function guessAgain(tx: Transaction, placeId: number, parts: Pick<QueueParts, "configuration">) {
  await dropGuess(tx, placeId);
  const known = await knownOf(tx, placeId);
  const guess = known && guessFor(known, known.today, holdDays(parts) + parts.configuration.loanDays);
  if (guess) await keepGuess(tx, placeId, guess);
}
