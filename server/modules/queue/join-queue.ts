import { mostPlaces } from "#contract/borrowers/queue.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { inTransaction } from "#server/platform/database.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { guessFor } from "./guesses/guess.rules.ts";
import { dropGuess, keepGuess, knownOf } from "./guesses/guesses.queries.ts";
import {
  type Days,
  insertPlace,
  lockTitle,
  lockWaiting,
  type OwnPlace,
  placeIn,
  placesOf,
  updatePlace,
} from "./queue.queries.ts";

export type QueueParts = Pick<ConfiguredParts<"loanDays" | "holdHours">, "db" | "configuration">;
type Wish = Days & { itemId: number; borrowerId: number };

/**
 * A borrower waits for a title that is out of stock; who waits for it already keeps the place, with the new days. Refused when
 * it is in stock again, or when they wait for too many.
 */
export async function joinQueue({ db, configuration }: QueueParts, wish: Wish): Promise<OwnPlace> {
  const { itemId, borrowerId, ...days } = wish;
  const loanDays = Math.ceil(configuration.holdHours / 24) + configuration.loanDays;
  return inTransaction(db, async (tx) => {
    const waits = found(await lockWaiting(tx, borrowerId));
    const title = found(await lockTitle(tx, itemId));
    const known = await placeIn(tx, itemId, borrowerId);
    if (known === undefined && title.in_stock > 0) throw new Refusal({ kind: "in-stock" });
    if (known === undefined && waits >= mostPlaces) throw new Refusal({ kind: "queues-full" });
    const placeId = known ?? (await insertPlace(tx, wish));
    if (known === undefined && days.neededFrom === null) {
      const basis = await knownOf(tx, itemId, placeId);
      const guess = basis && guessFor(basis, basis.today, loanDays);
      if (guess) await keepGuess(tx, placeId, guess);
    }
    if (known !== undefined) {
      await dropGuess(tx, known);
      await updatePlace(tx, known, { ...days, isPaused: false });
      await recountStock(tx, [itemId]);
    }
    return found((await placesOf(tx, { borrowerId, placeId }))[0]);
  });
}
