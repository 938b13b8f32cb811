import type { Transaction } from "#server/platform/database.ts";
import type { Away } from "../planning/plan-title.rules.ts";
import { dayOf, placesOf } from "../planning/plan-titles.ts";
import type { PlannedTitle } from "../planning/planning.queries.ts";
import { busiest } from "../planning/room.rules.ts";
import { ahead } from "../planning/windows.rules.ts";
import { type FreeCopies, holdCopy, holdDays, readyInLine } from "./offers.queries.ts";

/**
 * Serves the line of a locked title in which somebody waits for certain days: in its order, each gets the days or a copy if there
 * is room for it beside what was promised before. Gives whether anything was held; the title must be counted again then.
 */
export async function offerInOrder(tx: Transaction, title: PlannedTitle, takeFree: FreeCopies): Promise<boolean> {
  const { itemId, copyIds } = title;
  const library = dayOf(title);
  const now: Away = { from: library.day, to: library.usualUntil };
  const windows: Away[] = placesOf(title, library);
  let isHeld = false;
  for (const { placeId, days } of await readyInLine(tx, itemId)) {
    const away = days ? ahead({ from: days.leavesOn, to: days.freeOn }, library) : now;
    if (busiest(windows, away) >= copyIds.length) continue;
    const [copy] = days ? [] : await takeFree(tx, itemId, 1);
    if (days) await holdDays(tx, { placeId, itemId }, days);
    else if (copy) await holdCopy(tx, { placeId, itemId }, copy.copy_id);
    else continue; // another transaction takes it, and counts again
    windows.push(away);
    isHeld = true;
  }
  return isHeld;
}
