import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin } from "#server/test/factories.ts";

const fixture = await testApp();
const admin = await anAdmin(fixture, { userName: "clerk" });
const reader = await aBorrower(fixture, { userName: "reader", name: "José Muñoz, “Pepe”" });

const download = async (token?: string) => {
  const { statusCode, headers, body, rawPayload } = await fixture.app.inject({
    url: "/api/account/borrowers/csv",
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { statusCode, headers, body, bytes: rawPayload };
};
const rowsOf = (body: string): string[][] => parse(body, { bom: true });
/**
 * Parses like Excel: a line ends at CR, LF, or both outside of quotes, and a quote is special only at a cell's ends.
 */
function cellsOf(body: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|\r|\n)/y;
  cell.lastIndex = 1; // the byte order mark
  for (let match = cell.exec(body); match; match = cell.exec(body)) {
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] !== ",") rows.push([]);
  }
  return rows.slice(0, -1);
}
async function anOrderOf(borrowerId: number, statusId: number) {
  const address = { ship_to_name: "N", ship_to_school: "S", ship_to_district: "D", ship_to_street: "1 St" };
  await fixture.db
    .insertInto("orders")
    .values({
      borrower_id: borrowerId,
      status_id: statusId,
      terms_version: "1",
      terms_accepted_at: new Date(),
      ...address,
      ship_to_city: "Fresno",
      ship_to_state: "CA",
      ship_to_zip: "93701",
    })
    .execute();
}

describe("the borrowers CSV", () => {
  it("is a dated file whose name scripts can read", async () => {
    const { statusCode, headers } = await download(admin.token);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": expect.stringMatching(/^attachment; filename="borrowers-\d{4}-\d\d-\d\d\.csv"$/),
      "access-control-expose-headers": "Content-Disposition",
      "cache-control": "no-store",
    });
  });

  it("has a line for each borrower, with counts of orders and open orders", async () => {
    for (const statusId of [1, 2, 3, 4, 4]) await anOrderOf(reader.borrowerId, statusId);
    await fixture.db
      .updateTable("borrowers")
      .set({ registered_at: new Date("2026-03-11T06:59:59Z"), zip: "01234" })
      .where("borrower_id", "=", reader.borrowerId)
      .execute();
    const { body, bytes } = await download(admin.token);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(body.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(rowsOf(body)).toEqual([
      [
        "Borrower id",
        "Name",
        "User name",
        "E-mail",
        "Phone",
        "School",
        "District",
        "Street",
        "City",
        "State",
        "Zip",
      ].concat(["Registered", "Orders", "Open orders"]),
      [
        String(reader.borrowerId),
        "José Muñoz, “Pepe”",
        "reader",
        "robin@oakgrove.example",
        "(555) 010-2030",
        "Oak Grove Elementary",
        "Valley Unified",
        "1 Main Street",
        "Fresno",
        "CA",
        "01234",
        "2026-03-10",
        "5",
        "3",
      ],
    ]);
  });

  it("gives spreadsheets no formula to run, and keeps every character", async () => {
    const formulas = ["=cmd|' /C calc'!A0", "+1+1", "-2", "@SUM(A1)", "\t=1", "\r=1", "＝1"];
    const plain = ['say "hi"', "a,b;c", "line\nbreak", "lone\rreturn", "Ñandú €", "'quoted'"];
    const ids: number[] = [];
    for (const name of [...formulas, ...plain]) ids.push((await aBorrower(fixture, { name })).borrowerId);
    const names = new Map(rowsOf((await download(admin.token)).body).map(([id, name]) => [id, name]));
    expect(ids.map((id) => names.get(String(id)))).toEqual([...formulas.map((name) => `'${name}`), ...plain]);
    const { body } = await download(admin.token);
    expect(cellsOf(body)).toEqual(rowsOf(body));
    for (const cell of cellsOf(body).flat()) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
  });

  it("lists each borrower once, in order, across pages", async () => {
    await sql`
      with many as (
        insert into accounts (user_name, user_type_id) select 'many' || n, 2 from generate_series(1, 1200) as n
        returning user_id
      )
      insert into borrowers
        (user_id, name, school_name, school_district, email_address, phone_number, street, city, state, zip)
      select user_id, 'n', 's', 'd', 'e', 'p', 't', 'c', 'CA', 'z' from many`.execute(fixture.db);
    const ids = rowsOf((await download(admin.token)).body)
      .slice(1)
      .map(([id]) => Number(id));
    const { count } = await fixture.db
      .selectFrom("borrowers")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(ids).toHaveLength(count);
    expect(count).toBeGreaterThan(1200);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  });
});
