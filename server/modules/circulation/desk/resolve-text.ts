import type { Found } from "#contract/desk/search.ts";
import type { Database } from "#server/platform/database.ts";
import { readText } from "./read-text.rules.ts";
import { copiesFound, hadSku, ordersFound, peopleFound, titlesFound } from "./resolve.queries.ts";

const nothing: Found = { copies: [], orders: [], titles: [], people: [] };

/** What a scanned or typed text may be. One of our codes is one thing only; anything else may be several. */
export async function resolveText(db: Database, text: string, today: string): Promise<Found> {
  const read = readText(text);
  if (read.is === "label") {
    const [copy] = await copiesFound(db, { copyId: read.copyId }, today);
    if (!copy) return nothing;
    const labelIsOld = copy.skuNumber !== read.skuNumber;
    const labelIsForeign = labelIsOld && !(await hadSku(db, read.copyId, read.skuNumber));
    return { ...nothing, copies: [{ ...copy, labelIsOld, labelIsForeign }] };
  }
  if (read.is === "slip") return { ...nothing, orders: await ordersFound(db, { orderId: read.orderId }) };
  const { number, sku, copy, tracking, words } = read;
  const people = words === undefined ? [] : await peopleFound(db, words);
  const [copies, orders, titles] = await Promise.all([
    copy === undefined ? [] : copiesFound(db, { label: copy, copyId: number }, today),
    ordersFound(db, { orderId: number, tracking, borrowerIds: people.map(({ borrowerId }) => borrowerId) }),
    words === undefined ? [] : titlesFound(db, words, sku),
  ]);
  return { copies, orders, titles, people };
}
