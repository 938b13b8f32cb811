/** A title and how many of it. */
export type Wanted = { itemId: number; quantity: number };

type Line = { order_line_id: number; item_id: number; quantity: number };

/** How one title of an order changes: 0 before where it is new, 0 after where it goes. */
export type LineChange = { itemId: number; orderLineId: number | undefined; before: number; after: number };

/** What changes when an order is to hold exactly these titles; of a title that is named twice, the last counts. */
export function lineChanges(lines: readonly Line[], wanted: readonly Wanted[]): LineChange[] {
  const after = new Map(wanted.map(({ itemId, quantity }) => [itemId, quantity]));
  const kept = lines.map((line) => ({
    itemId: line.item_id,
    orderLineId: line.order_line_id,
    before: line.quantity,
    after: after.get(line.item_id) ?? 0,
  }));
  const known = new Set(lines.map(({ item_id }) => item_id));
  const added = [...after]
    .filter(([itemId]) => !known.has(itemId))
    .map(([itemId, quantity]) => ({ itemId, orderLineId: undefined, before: 0, after: quantity }));
  return [...kept, ...added].filter((change) => change.before !== change.after);
}
