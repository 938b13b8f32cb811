import fc from "fast-check";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { stockDisagreements } from "../copies/stock.queries.ts";
import type { Database } from "#server/platform/database.ts";
import { anItem } from "#server/test/factories.ts";
import { importsFixture } from "#server/test/imports-fixture.ts";
import * as z from "zod";
import { type CopyDetail, readCopyDetails, writeCopyDetails } from "./reading/copy-details.rules.ts";
import { guarded, unguarded } from "#server/platform/tables/table.rules.ts";

const here = await importsFixture();

/** Columns that files leave out: ids, dates, pictures, and printed labels. */
const notInFiles = {
  items: ["item_id", "created_at", "updated_at", "version", "changed_by", "attachment_id", "attachment_alt"],
  copies: ["copy_id", "item_id", "created_at", "label_printed_at"],
};
/** Columns that are the same in every title of a library without orders. */
const ofOrders = ["checked_out", "requested", "reserved_soon", "shortfall", "times_lent"];

/** Returns the columns of a table that are in files, as the database lists them. */
const columnsOf = async (db: Database, table: keyof typeof notInFiles) => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !notInFiles[table].includes(name));
};

/** Returns the values of a collection that are in files. */
const collectionOf = async (db: Database) => {
  const [ofTitle, ofCopy] = [await columnsOf(db, "items"), await columnsOf(db, "copies")];
  const { rows } = await sql<{ title: Record<string, unknown> }>`
    select to_jsonb(items) || jsonb_build_object('copies', (
      select jsonb_agg(to_jsonb(copies) order by copy_number) from copies where copies.item_id = items.item_id
    )) as title from items order by reference_number`.execute(db);
  const only = (row: object, columns: readonly string[]) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)));
  return rows.map(({ title }) => ({
    ...only(title, ofTitle),
    copies: z
      .array(z.record(z.string(), z.unknown()))
      .parse(title["copies"] ?? [])
      .map((copy) => only(copy, ofCopy)),
  }));
};

/** Returns columns with the same value in all titles, because this test couldn't tell if exports left them out. */
const untestedColumns = async (db: Database) => {
  const columns = (await columnsOf(db, "items")).filter((column) => !ofOrders.includes(column));
  const kinds = columns.map((column) => sql`count(distinct ${sql.ref(column)})::integer as ${sql.ref(column)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(kinds)} from items`.execute(db);
  return columns.filter((column) => rows[0]?.[column] === 1);
};

describe("an exported collection", () => {
  it("imports as the same collection into an empty library, and changes nothing in its own", async () => {
    const odd = [
      { title: "=HYPERLINK(1)", description: "'=kept as it is", tags: "@home, +more" },
      { title: "-5 degrees", description: "a\ttab\rlone return\r\nline", tags: "" },
      { title: "'quoted'", description: 'He said "hi", then; left', gradeId: 63, tags: "健康, Ñandú" },
      {
        title: "0012",
        description: "1e5",
        gradeId: 5,
        isbn: "9780140328721",
        author: "@Ana «Ñ» Ruiz, B. C.",
        publishedYear: "0099",
        extent: "-22 pages",
        publisher: "=Presses & Cie, «Été»",
        language: "fil",
        replacementCost: "24.50",
        parts: "1 poster; 1 DVD @ 24.50; 30 «cards»",
        weight: "2.5",
        shelfLocation: "=A3, below",
      },
      {
        title: "\uFF1Dwide",
        description: "x".repeat(10_000),
        gradeId: 32,
        categoryId: 3,
        subjectId: 11,
        publisher: "x".repeat(200),
        language: "es",
      },
    ];
    for (const [place, fields] of odd.entries())
      await anItem(here, place + 1, {
        ...fields,
        referenceNumber: ["=1+1", "-00001", "a;b", "00012", "健康"][place] ?? "",
      });
    for (let place = 0; place < 600; place += 1)
      await anItem(here, place % 3, {
        title: `Title ${place}`,
        gradeId: (place % 63) + 1,
        subjectId: (place % 11) + 1,
      });
    const copies = await here.db.selectFrom("copies").select(["copy_id", "item_id"]).orderBy("copy_id").execute();
    const particular = [
      { is_inactive: true, inactive_reason: "repair" },
      { is_inactive: true, inactive_reason: null },
      { sku_number: 'o"w,n' },
      { own_shelf_location: "=B2, right" },
      { sku_number: "; 1: #", is_inactive: true, inactive_reason: "lost" },
    ];
    for (const [place, change] of particular.entries()) {
      const { copy_id, item_id } = copies[place * 3 + 1] ?? { copy_id: 0, item_id: 0 };
      await here.db.updateTable("copies").set(change).where("copy_id", "=", copy_id).execute();
      if ("is_inactive" in change)
        await here.db
          .updateTable("items")
          .set((eb) => ({ active_copies: eb("active_copies", "-", 1) }))
          .where("item_id", "=", item_id)
          .execute();
    }
    expect(await stockDisagreements(here.db)).toEqual([]);

    expect(await untestedColumns(here.db)).toEqual([]);
    const none = { categoryId: 0, subjectId: 0, gradeId: 0, description: "" };
    for (const address of ["Import/ExportCollection", "Import/ExportMarc"]) {
      const there = await importsFixture();
      const { body } = await here.download(address);
      const saved = await there.bringIn(body, { defaults: none });
      expect(saved.counts, address).toMatchObject({ added: 605, faulty: 0 });
      expect(await collectionOf(there.db), address).toEqual(await collectionOf(here.db));
      expect(await stockDisagreements(there.db)).toEqual([]);

      const again = await here.check(body, { existing: "update", defaults: none });
      expect(again.counts, address).toMatchObject({ unchanged: 605, added: 0, changed: 0, faulty: 0 });
    }
  });

  it("as MARC 21 has records with the lengths that they state, and titles, subjects, and copies in the usual fields", async () => {
    const { body, headers } = await here.download("Import/ExportMarc");
    expect(headers["content-disposition"]).toContain(".mrc");
    const bytes = Buffer.from(body);
    const records: string[] = [];
    for (let from = 0; from < bytes.length; from += Number(bytes.toString("latin1", from, from + 5)))
      records.push(bytes.toString("utf8", from, from + Number(bytes.toString("latin1", from, from + 5))));
    expect(records).toHaveLength(605);
    for (const record of records) {
      const base = Number(record.slice(12, 17));
      expect(record.slice(0, base - 1)).toMatch(/^\d{5}n[agi]m a22\d{5}7i 4500(?:\d{12})+$/);
      const fields = Buffer.from(record).subarray(base, -1);
      for (const [, size, start] of record.slice(24, base - 1).matchAll(/\d{3}(\d{4})(\d{5})/g))
        expect(fields[Number(start) + Number(size) - 1]).toBe(0x1e);
      expect(record.endsWith("\u001E\u001D")).toBe(true);
    }
    const odd = records.find((record) => record.includes("\u001E00012\u001E"));
    for (const field of [
      "00\u001Fa0012",
      "\u001Fb=Presses & Cie, «Été»\u001Fc0099",
      "\u001Fa-22 pages",
      "\u001Fc=A3, below",
    ])
      expect(odd).toContain(field);
  });

  it("as MARC 21 is refused with the titles that are too long for a record", async () => {
    const library = await importsFixture();
    const { itemId } = await anItem(library, 200, {
      title: "Everything",
      referenceNumber: "HUGE1",
      description: `${"健".repeat(4999)}\n\n${"康".repeat(4999)}`,
    });
    const shelf = { own_shelf_location: "架".repeat(40) };
    await library.db.updateTable("copies").set(shelf).where("item_id", "=", itemId).execute();
    expect(JSON.parse((await library.download("Import/ExportMarc")).body)).toMatchObject({
      isSuccess: false,
      message:
        "“Everything” (#HUGE1) is too long for MARC 21, which allows 99,999 bytes for a title and its copies. Export the collection as a CSV instead.",
    });
  });

  it("has no formulas that a spreadsheet would run", async () => {
    const rows: string[][] = parse((await here.download("Import/ExportCollection")).body, { bom: true });
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/.test(cell))).toEqual([]);
  });

  it("says when each copy was last seen, and leaves archived titles out", async () => {
    const library = await importsFixture();
    const { copyIds } = await anItem(library, 3, { title: "Seen", referenceNumber: "SEEN1" });
    for (const [copy, day] of [[0, "2026-03-01T20:00:00Z"] as const, [2, "2026-03-02T02:00:00Z"] as const]) {
      const update = library.db.updateTable("copies").set({ last_seen_at: new Date(day) });
      await update.where("copy_id", "in", copyIds.slice(copy, copy + 1)).execute();
    }
    const { itemId } = await anItem(library, 1, { title: "Archived", referenceNumber: "ARCHV" });
    await library.db.updateTable("items").set({ archived_at: new Date() }).where("item_id", "=", itemId).execute();
    const { body } = await library.download("Import/ExportCollection");
    const rows: Record<string, string>[] = parse(body, { bom: true, columns: true });
    expect(rows.map((row) => [row["Title"], row["Last seen"]])).toEqual([["Seen", "1: 2026-03-01; 3: 2026-03-01"]]);
    const [entry] = await library.db
      .selectFrom("activity_log")
      .select("changes")
      .orderBy("entry_id", "desc")
      .limit(1)
      .execute();
    expect(entry?.changes).toEqual([{ field: "Titles", before: null, after: "1" }]);
  });
});

describe("a text in a CSV", () => {
  const text = fc
    .array(fc.constantFrom("'", "=", "+", "-", "@", "\t", "\r", "＝", "a", "1"))
    .map((signs) => signs.join(""));

  it("survives being guarded against formulas and unguarded, even twice", () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(unguarded(guarded(each))).toBe(each);
        expect(unguarded(unguarded(guarded(guarded(each))))).toBe(each);
      }),
    );
  });
});

describe("copy details in one cell", () => {
  const sku = fc
    .array(fc.constantFrom("a", "9", " ", '"', "\\", ",", ";", ":", "#", "é", "-"), { minLength: 1, maxLength: 6 })
    .map((signs) => signs.join("").trim().replace(/^#\s*/, ""))
    .filter((each) => each !== "");
  const detail: fc.Arbitrary<Omit<CopyDetail, "number">> = fc.oneof(
    fc.record({ sku, shelfLocation: fc.option(sku), isInactive: fc.constant(false), reason: fc.constant(null) }),
    fc.record({
      sku: fc.option(sku),
      shelfLocation: fc.option(sku),
      isInactive: fc.constant(true),
      reason: fc.constantFrom(null, "inspection", "repair", "lost", "damaged", "retired"),
    }),
  );

  it("survive a round trip", () => {
    fc.assert(
      fc.property(fc.array(detail, { maxLength: 4 }), (details) => {
        const copies = details.map((each, place) => ({ number: place * 2 + 1, ...each }));
        expect(readCopyDetails(writeCopyDetails(copies))).toEqual(copies);
      }),
    );
  });

  it("can be typed by hand, and an invalid part is reported", () => {
    expect(readCopyDetails(' 3:LOST ;1 : sku b1 , Repair;4: Shelf "Annex 2"')).toEqual([
      { number: 1, sku: "b1", shelfLocation: null, isInactive: true, reason: "repair" },
      { number: 3, sku: null, shelfLocation: null, isInactive: true, reason: "lost" },
      { number: 4, sku: null, shelfLocation: "Annex 2", isInactive: false, reason: null },
    ]);
    for (const wrong of [
      "1: shelf",
      '1: shelf ""',
      "lost",
      "1:",
      "1: lost 2: lost",
      "0: lost",
      "1: lost; 1: lost",
      "1: gone",
      "1: sku",
    ])
      expect(readCopyDetails(wrong), wrong).toHaveProperty("unread");
  });
});
