/** How many entries an answer may have at once; a longer list is given in pieces, to who was let in. */
export const shortList = 100;

const atOnce = 250; // some milliseconds of work, after which other requests get their turn

/** All of a list that is short. Of a longer one nothing is kept: its reader may wait in a line with many others. */
export async function ifShort<Row>(
  read: (limit: number) => Promise<readonly Row[]>,
): Promise<readonly Row[] | undefined> {
  const rows = await read(shortList + 1);
  return rows.length <= shortList ? rows : undefined;
}

/** Lets in who asks for a long list; throws when too many read one, or this caller asks too often. */
export type LetIn = () => Promise<void>;

/**
 * A long list, read in pages as the client takes them. Its ids, all read in one statement, say what is in it and in
 * which order, whatever changes after that; no transaction is open between two pages.
 */
export async function* inPages<One>(
  ids: ArrayLike<number>,
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, One>>,
): AsyncGenerator<readonly One[]> {
  const kept = Int32Array.from(ids); // a fifth of what an array of numbers takes
  for (let first = 0; first < kept.length; first += atOnce) {
    const page = [...kept.subarray(first, first + atOnce)];
    const found = await read(page);
    yield page.flatMap((id) => found.get(id) ?? []);
  }
}
