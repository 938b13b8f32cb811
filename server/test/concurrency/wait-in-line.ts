import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { Send } from "./desk-work.ts";

type Reader = {
  db: Database;
  /** Makes a call as the borrower; throws a TypeError if nothing answers. */
  send: Send;
  borrowerId: number;
  itemIds: readonly number[];
  /** Called with each order for a held copy. */
  onOrder: (orderId: number) => void;
};

function refuseFaults(status: number, call: string): void {
  if (status >= 500) throw new Error(`Waitlist/${call} returned ${status}.`);
}

/**
 * Joins the waitlist of each title once, and orders held copies, until `isOver` or until the library stops responding.
 */
export async function waitOnWaitlist({ db, send, borrowerId, itemIds, onOrder }: Reader, isOver: () => boolean) {
  while (!isOver()) {
    const { rows } = await sql<{ item_id: number; place_id: number | null; is_held: boolean }>`
      select items.item_id, place_id, exists (
          select from waitlist_offers where waitlist_offers.place_id = waitlist_entries.place_id and closed_at is null) as is_held
      from items left join waitlist_entries on waitlist_entries.item_id = items.item_id and borrower_id = ${borrowerId}
      where items.item_id = any(${[...itemIds]}::integer[]) order by random()`.execute(db);
    const next = rows.find((row) => row.is_held) ?? rows.find((row) => row.place_id === null);
    try {
      if (next?.is_held) {
        const { status, id } = await send(`Waitlist/OrderHeld/${next.place_id}`, {});
        refuseFaults(status, "OrderHeld");
        if (id !== undefined) onOrder(id);
      } else if (next) {
        const { status } = await send(`Waitlist/Join/${next.item_id}`, {});
        refuseFaults(status, "Join");
      }
    } catch (error) {
      if (error instanceof TypeError) return; // the library was killed before or during the call
      throw error;
    }
    await pause(20); // leaves the desks time to work
  }
}
