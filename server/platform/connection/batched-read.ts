import { setImmediate as oneTurn } from "node:timers/promises";

/**
 * Reads in one go for all who ask in one turn of the event loop, each by its own key; at most `most` of them. None gets an
 * answer that was started before they asked.
 */
export function batchedRead<Key, Row>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
  most: number,
): (key: Key) => Promise<Row | undefined> {
  let asked: { keys: Set<Key>; rows: Promise<ReadonlyMap<Key, Row>> } | undefined;
  const begin = () => {
    const keys = new Set<Key>();
    const batch = {
      keys,
      rows: oneTurn().then(() => {
        if (asked === batch) asked = undefined;
        return read([...keys]);
      }),
    };
    return batch;
  };
  return async (key) => {
    if (!asked || asked.keys.size >= most) asked = begin();
    asked.keys.add(key);
    return (await asked.rows).get(key);
  };
}
