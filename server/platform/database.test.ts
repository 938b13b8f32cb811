import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";

const { db } = await testDatabase();

describe("what comes out of the database", () => {
  it("reads counts as numbers, days as written and instants as Date", async () => {
    const { rows } = await sql`
      select count(*) as count, date '2026-03-08' as day, array[date '2026-03-08', null] as days,
        timestamptz '2026-03-08 10:00:00Z' as instant, array[1::bigint] as big`.execute(db);
    expect(rows).toEqual([
      { count: 0 + 1, day: "2026-03-08", days: ["2026-03-08", null], instant: new Date("2026-03-08T10:00:00Z"), big: [1] },
    ]);
  });

  it("refuses an integer that a number cannot hold rather than round it", async () => {
    await expect(sql`select 9007199254740993::bigint as big`.execute(db)).rejects.toThrow(/too large/);
  });
});
