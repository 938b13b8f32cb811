import { expect, it } from "vitest";
import { openDatabase } from "#server/platform/database.ts";
import { testApp } from "#server/test/app.ts";
import { anItem } from "#server/test/factories.ts";
import { itemReader } from "./catalog.queries.ts";

it("reads titles that are asked for together in one statement, each for who asked", async () => {
  const library = await testApp();
  const [one, other] = [await anItem(library, 1), await anItem(library, 1)];
  const asked: string[] = [];
  const began = (text: string) => {
    asked.push(text);
    return () => {};
  };
  const db = openDatabase({ connection: library.connection, watch: { connected() {}, lost() {}, away() {}, began } });
  try {
    const read = itemReader(db);
    const ids = [other.itemId, one.itemId, 2_000_000, other.itemId];
    const rows = await Promise.all(ids.map(read));
    expect(rows.map((row) => row?.item_id)).toEqual([other.itemId, one.itemId, undefined, other.itemId]);
    expect(asked).toHaveLength(1);
    expect(await read(one.itemId)).toEqual(rows[1]);
    expect(asked).toHaveLength(2);
  } finally {
    await db.destroy();
  }
});
