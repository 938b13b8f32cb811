/** Lists up to this length are answered at once; longer ones are streamed and need a slot (`ClaimListSlot`). */
export const shortList = 100;

const pageSize = 250; // some milliseconds of work, after which other requests get their turn

/** Returns the rows of a short list; undefined for a longer one, so that waiting readers keep none in memory. */
export async function ifShort<Row>(
  read: (limit: number) => Promise<readonly Row[]>,
): Promise<readonly Row[] | undefined> {
  const rows = await read(shortList + 1);
  return rows.length <= shortList ? rows : undefined;
}

/** Waits for a slot to read a long list; throws 503 without one, or 429 when the caller asks too often. */
export type ClaimListSlot = () => Promise<void>;

/**
 * Reads a long list in pages as the client takes them, with no transaction open in between. The ids fix its contents and
 * order.
 */
export async function* inPages<Row>(
  ids: ArrayLike<number>,
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>,
): AsyncGenerator<readonly Row[]> {
  const compact = Int32Array.from(ids); // takes a fifth of the memory of an array
  for (let first = 0; first < compact.length; first += pageSize) {
    const page = [...compact.subarray(first, first + pageSize)];
    const rows = await read(page);
    yield page.flatMap((id) => rows.get(id) ?? []);
  }
}
