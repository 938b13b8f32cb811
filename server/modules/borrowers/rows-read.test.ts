import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { rowsRead } from "#server/test/plans/rows-read.ts";
import { findCallers } from "#server/modules/accounts/callers/callers.ts";
import { areColleagues, colleaguesOf } from "./hand-over/hand-over.queries.ts";
import { searchBorrowers } from "./search-borrowers.ts";

const { db } = await testDatabase();
const borrowers = 20_000;
const pageSize = 25;

beforeAll(async () => {
  await sql`
    with written as (
      insert into accounts (user_name, user_type_id) select 'many' || number, 2 from generate_series(1, ${borrowers}::integer) as number
      returning user_id, substr(user_name, 5)::integer as number
    )
    insert into borrowers (user_id, name, school_name, school_district, email_address, phone_number, street, city, state, zip,
      mailbox_confirmed_at)
    select user_id, 'Name' || number || case when number % 1000 = 0 then ' Rarely' else '' end, 'School ' || number % 500, 'District',
      'many' || number || '@school.example', '(559) 555-0142', '1 Main', 'Fresno', 'CA', '93701', now() from written`.execute(
    db,
  );
  // a school in the directory, whose twenty borrowers are of its county; some people blocked, and unconfirmed
  await sql`insert into districts (district_code, district, county) values ('1000001', 'District', 'Fresno')`.execute(
    db,
  );
  await sql`
    insert into schools (cds_code, district_code, school, district, city, state, zip, is_open)
    values ('10000010000001', '1000001', 'School 7', 'District', 'Fresno', 'CA', '93701', true)`.execute(db);
  await sql`
    update borrowers set school_name = school_name
    where borrower_id in (select borrower_id from borrowers where school_name = 'School 7' order by borrower_id limit 20)`.execute(
    db,
  );
  await sql`
    update borrowers set blocked_at = now(), blocked_because = 'late' where school_name = 'School 9'`.execute(db);
  await sql`update borrowers set mailbox_confirmed_at = null where school_name = 'School 11'`.execute(db);
  await sql`vacuum analyze accounts, borrowers, orders, assignments, schools, districts`.execute(db);
}, 120_000);

const all = { searchString: "", county: "", state: "", sort: "", page: 1, pageSize } as const;

/** What a page of borrowers reads, whatever the page. */
const read = (asked: Partial<Parameters<typeof searchBorrowers>[1]>, found: number) =>
  rowsRead(db, async () => {
    const { data, total } = await searchBorrowers(db, { ...all, ...asked }, "2026-03-02");
    expect([data.length, total]).toEqual([Math.min(found, pageSize), found]);
  });

describe("among 20,000 borrowers", () => {
  it("a word, a user name, and a state that few are in read few of them", async () => {
    expect(await read({ searchString: "rarely" }, 20)).toBeLessThan(1000);
    expect(await read({ searchString: "name19999" }, 1)).toBeLessThan(1000);
    expect(await read({ searchString: "many19999" }, 1)).toBeLessThan(1000);
    expect(await read({ county: "Fresno" }, 20)).toBeLessThan(1000);
    expect(await read({ county: "Kern" }, 0)).toBeLessThan(1000);
    expect(await read({ state: "out" }, 0)).toBeLessThan(1000);
    expect(await read({ state: "late" }, 0)).toBeLessThan(1000);
    expect(await read({ state: "case" }, 0)).toBeLessThan(1000);
  });

  it("colleagues read the borrowers of one school: by the directory, as it is written, and where only one of them is known there", async () => {
    const of = async (where: string) => {
      const { rows } = await sql<{ id: number }>`
        select borrower_id as id from borrowers where ${sql.raw(where)} order by borrower_id limit 1`.execute(db);
      return rows[0]?.id ?? 0;
    };
    const [known, written] = [await of("school_id is not null"), await of("school_name = 'School 8'")];
    const unknown = await of("school_name = 'School 7' and school_id is null");
    for (const [who, words] of [
      [known, ""],
      [written, ""],
      [unknown, ""],
      [written, "rarely"],
      [written, "name"],
    ] as const)
      expect(await rowsRead(db, () => colleaguesOf(db, who, words)), `${who} ${words}`).toBeLessThan(1000);
    expect(await rowsRead(db, () => areColleagues(db, known, unknown))).toBeLessThan(1000);
    expect([await areColleagues(db, known, unknown), await areColleagues(db, known, written)]).toEqual([true, false]);
    expect(await colleaguesOf(db, unknown, "")).not.toEqual([]);
  });

  it("a caller is found among those who have the words", async () => {
    expect(await rowsRead(db, () => findCallers(db, "rarely"))).toBeLessThan(1000);
    expect(await rowsRead(db, () => findCallers(db, "many19999@school.example"))).toBeLessThan(1000);
    expect(await rowsRead(db, () => findCallers(db, "school"))).toBeLessThan(borrowers * 2 + 1000);
  });

  it("who is blocked, or unconfirmed, is found by one look at each, and what is out is looked up once to sort by it", async () => {
    expect(await read({ state: "blocked" }, 40)).toBeLessThan(borrowers + 1000);
    expect(await read({ state: "unconfirmed" }, 40)).toBeLessThan(borrowers + 1000);
    expect(await read({ sort: "due" }, borrowers)).toBeLessThan(borrowers * 3 + 1000);
    expect(await read({ state: "out", sort: "due" }, 0)).toBeLessThan(1000);
  });

  it("each page of the whole list reads the list once, to count it and to sort it", async () => {
    for (const sort of ["name", "school", "newest"] as const)
      for (const page of [1, 400, 800])
        expect(await read({ sort, page }, borrowers), `${sort}, page ${page}`).toBeLessThan(borrowers * 3 + 1000); // found, counted, sorted
  });
});
