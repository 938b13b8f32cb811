import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { limits } from "#contract/catalog/codes.ts";
import { importMessages } from "#contract/wire/messages.ts";
import type { FormatChoice } from "#contract/wire/table-format.ts";
import * as calls from "#contract/imports/imports.ts";
import { aMarcFile } from "#server/test/a-marc-file.ts";
import { importsFixture } from "#server/test/imports-fixture.ts";

const fixture = await importsFixture();
const { db } = fixture;
const countImports = async () => (await db.selectFrom("imports").select("import_id").execute()).length;

describe("a CSV", () => {
  it("keeps line breaks inside quotation marks, a quotation mark inside a cell, and old Mac line endings", async () => {
    const cases = [
      ['Title,Description\r\n"A","one\r\n\r\ntwo"\r\n\r\n\r\nB,c', ["one\r\n\r\ntwo", "c"]],
      ['Title,Description\nA,5" disc\nB,"say ""hi"""', ['5" disc', 'say "hi"']],
      ["Title,Description\rA,b\rB,c\r", ["b", "c"]],
    ] as const;
    for (const [content, descriptions] of cases) {
      const { importId } = await fixture.check(content);
      const rows = await fixture.rowsOf(importId);
      expect(rows.map(({ draft }) => draft)).toMatchObject(descriptions.map((description) => ({ description })));
    }
  });

  it("fails with the row if a quotation mark never closes, and saves nothing", async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `Title ${at},text`);
    rows[1500] = 'Bad,"never closed';
    const result = await fixture.check(["Title,Description", ...rows].join("\n"));
    expect(result).toMatchObject({
      state: "failed",
      message: expect.stringContaining("opened in row 1502 is never closed"),
    });
    expect((await fixture.save(result.importId)).body.isSuccess).toBe(false);
  });

  it("shows its columns with sample values and suggested fields", async () => {
    const { body } = await fixture.upload("\uFEFFItem Name,,Format,Qty\n,x,Book,1\nFirst,,Video,2\nFirst,,Book,3\n");
    expect(body.data.columns).toEqual([
      { name: "Item Name", samples: ["First"], field: null },
      { name: "Column 2", samples: ["x"], field: null },
      { name: "Format", samples: ["Book", "Video"], field: "category" },
      { name: "Qty", samples: ["1", "2", "3"], field: "copies" },
    ]);
  });
});

describe("a column whose name may mean a SKU", () => {
  const fieldsOf = async (content: string) =>
    Object.fromEntries((await fixture.upload(content)).body.data.columns.map(({ name, field }) => [name, field]));

  it.each(["Call No", "Call Number", "Barcode", "Item number", "Accession no.", "Copy ID", "Inventory #"])(
    "is suggested as one if its values fit: %s",
    async (name) => {
      expect(await fieldsOf(`${name},Title\nB13554,One\n#WM12,Two`)).toMatchObject({ [name]: "referenceNumber" });
    },
  );

  it("isn't suggested if its values are longer, or another column is the SKU", async () => {
    expect(await fieldsOf("Barcode,Title\n30112003456789,One")).toEqual({ Barcode: null, Title: "title" });
    expect(await fieldsOf("Call No,Title\n613.2 SMI,One")).toEqual({ "Call No": "shelfLocation", Title: "title" });
    expect(await fieldsOf("Barcode,Call No,SKU,Title\nB1,WM 1,S1,One")).toEqual({
      Barcode: null,
      "Call No": "shelfLocation",
      SKU: "referenceNumber",
      Title: "title",
    });
    expect(await fieldsOf("Call No,Barcode,Title\nWM 1,B1,One")).toMatchObject({
      "Call No": "shelfLocation",
      Barcode: "referenceNumber",
    });
  });
});

describe("a CSV as spreadsheets and people make it", () => {
  const windows = (text: string) => Buffer.from(text, "latin1");
  const firstRows = async (id: number, query: FormatChoice) =>
    (await fixture.call(calls.getFirstRows, { params: { id }, query }, fixture.admin.token)).body;

  it("shows its first rows in any format, and is checked in the one chosen", async () => {
    const file = windows("Our list\r\nTitle;Subject\r\nNi\xF1os;Safety\r\n\xBFCu\xE1ntos?;Safety\r\n");
    const { body } = await fixture.upload(file);
    const detected = { encoding: "Windows-1252", delimiter: "semicolon", headerRow: 2 } as const;
    expect(body.data.format).toEqual(detected);
    expect((await firstRows(body.id, detected)).data).toEqual({
      format: detected,
      columns: body.data.columns,
      rows: [
        { row: 1, cells: ["Our list"] },
        { row: 2, cells: ["Title", "Subject"] },
        { row: 3, cells: ["Niños", "Safety"] },
        { row: 4, cells: ["¿Cuántos?", "Safety"] },
      ],
      notes: ["We skipped the row above the column names."],
    });
    const asMac = await firstRows(body.id, { encoding: "Mac Roman" });
    expect(asMac.data.rows[2]).toEqual({ row: 3, cells: ["NiÒos", "Safety"] });
    const byComma = await firstRows(body.id, { ...detected, delimiter: "comma", headerRow: 1 });
    expect(byComma.data.columns).toEqual([
      { name: "Our list", samples: ["Title;Subject", "Niños;Safety", "¿Cuántos?;Safety"], field: null },
    ]);

    const format = { ...detected, headerRow: 0 };
    const unmatched = await fixture.match(body.id, { fields: ["title"], format });
    expect(unmatched.body.message).toBe("The file has 2 columns. Match each of them.");
    expect((await fixture.show(body.id)).format).toEqual(detected);
    await fixture.match(body.id, { fields: ["title", null], format });
    await fixture.work();
    const result = await fixture.show(body.id);
    expect(result).toMatchObject({ format, columns: [{ name: "Column 1" }, { name: "Column 2" }] });
    expect((await fixture.rowsOf(body.id)).map(({ draft }) => draft)).toMatchObject([
      { title: "Our list" },
      { title: "Title" },
      { title: "Niños" },
      { title: "¿Cuántos?" },
    ]);
    expect(result.findings.remarks).toContain(importMessages.shortRows(1));
  });

  it("explains a format in which it has no rows, and shows none once it is saved", async () => {
    const { importId } = await fixture.bringIn("Title\nShown before");
    expect(await firstRows(importId, { headerRow: 1 })).toMatchObject({ message: expect.stringContaining("saved") });
    const { body } = await fixture.upload("Title\nNot yet");
    expect((await firstRows(body.id, { headerRow: 2 })).message).toBe("The file has a header but no rows.");
  });
});

describe("a column of ISBNs", () => {
  it("is read in either form, and wrong numbers are errors", async () => {
    const content = "Title,ISBN-13\nFox,0-14-032872-6\nBadger,9780140328722\nOwl,\nStoat,9.78014E+12\n";
    const checked = await fixture.check(content);
    const fault = { column: "ISBN-13", message: "This isn’t a valid ISBN. Check each digit against the book." };
    expect(checked.faults).toMatchObject([
      { row: 3, ...fault },
      { row: 5, ...fault },
    ]);
    const drafts = (await fixture.rowsOf(checked.importId)).map(({ draft }) => draft);
    expect(drafts).toMatchObject([{ isbn: "9780140328721" }, {}, { isbn: "" }, {}]);
  });
});

describe("a MARC 21 file", () => {
  it("has its letters composed, which the standard decomposes", async () => {
    const content = aMarcFile([{ leader: "a", fields: [["245", "00", "a", "La nin\u0303a y el a\u0301rbol."]] }]);
    const { importId } = await fixture.check(content);
    expect((await fixture.rowsOf(importId))[0]?.draft).toMatchObject({ title: "La niña y el árbol" });
  });

  it("becomes titles with the content of its records", async () => {
    const content = aMarcFile([
      {
        leader: "g",
        fields: [
          ["008", "820429p19821972mdu020 e     f    vleng d"],
          ["245", "10", "a", "Healthy choices :", "b", "a guide /", "c", "Anna B."],
          ["520", "  ", "a", "Shows — what to choose."],
          ["650", " 0", "a", "Nutrition", "x", "Study and teaching."],
          ["650", " 0", "a", "Safety"],
        ],
      },
      {
        leader: "a",
        fields: [
          ["245", "00", "a", "Plain words."],
          ["264", " 1", "b", "The Fixture,", "c", "1999."],
          ["521", "2 ", "a", "K-2"],
        ],
      },
    ]);
    const saved = await fixture.bringIn(content, { defaults: { categoryId: 0 } });
    expect(saved).toMatchObject({ kind: "marc", format: null, columns: [], rowsTotal: 2, counts: { added: 2 } });
    const titles = await db.selectFrom("items").selectAll().orderBy("item_id", "desc").limit(2).execute();
    expect(titles.toReversed()).toMatchObject([
      {
        title: "Healthy choices: a guide",
        description: "Shows — what to choose.",
        category_id: 2,
        subject_id: 7,
        grade_mask: 32,
        tags: "Nutrition -- Study and teaching, Safety",
        publisher: "",
        language: "en",
      },
      { title: "Plain words", description: "The Fixture, 1999.", category_id: 1, subject_id: 1, grade_mask: 2 },
    ]);
    expect(titles[0]).toMatchObject({ publisher: "The Fixture", language: "" });
  });

  type Fields = Parameters<typeof aMarcFile>[0][number]["fields"];
  const of008 = (code: string): Fields[number] => ["008", `${" ".repeat(35)}${code} d`];
  const publications: [fields: Fields, publisher: string, language: string][] = [
    [[of008("spa"), ["260", "  ", "a", "Madrid :", "b", "Editorial Sol,", "c", "2001."]], "Editorial Sol", "es"],
    [[of008("ger"), ["264", " 4", "c", "©2001"], ["264", " 1", "b", "[Verlag A] ;", "b", "B"]], "Verlag A", "de"],
    [[of008("hmn"), ["260", "  ", "b", "[publisher not identified]"]], "", "hmn"],
    [[of008("mul"), ["041", "0 ", "a", "chi", "a", "eng"], ["260", "  ", "b", "s.n.,"]], "", "zh"],
    [[of008("   "), ["041", "0 ", "a", "fre"]], "", "fr"],
    [[of008("|||")], "", ""],
    [[of008("xyz")], "", ""],
    [[["260", "  ", "b", `${"P".repeat(limits.publisher - 1)}😀 Press,`]], "P".repeat(limits.publisher - 1), ""],
  ];
  it.each(publications)("sets the publisher and the language of a title: %j", async (fields, publisher, language) => {
    const file = aMarcFile([{ leader: "a", fields: [["245", "00", "a", "Published"], ...fields] }]);
    expect((await fixture.bringIn(file)).counts).toMatchObject({ added: 1 });
    const newest = db.selectFrom("items").select(["publisher", "language"]).orderBy("item_id", "desc");
    expect(await newest.executeTakeFirst()).toEqual({ publisher, language });
  });

  const cases: [fields: Fields, author: string, year: string, extent: string][] = [
    [
      [
        ["100", "1 ", "a", "Doe, Jane A.,"],
        ["700", "1 ", "a", "Ruiz, Ana."],
        ["264", " 1", "b", "Press,", "c", "[2019]"],
        ["300", "  ", "a", "1 online resource (xii, 22 pages) :", "b", "color"],
      ],
      "Jane A. Doe, Ana Ruiz",
      "2019",
      "xii, 22 pages",
    ],
    [[["100", "0 ", "a", "Homer"], ["300", "  ", "a", "1 videodisc (45 min.) ;"]], "Homer", "", "1 videodisc (45 min.)"],
    [
      [["008", "200101s1998    "], ["110", "2 ", "a", "City Council.", "b", "Parks Office."]],
      "City Council. Parks Office",
      "1998",
      "",
    ],
    [[["008", "200101suuuu    "], ["260", "  ", "c", "n.d."]], "", "", ""],
  ]; // prettier-ignore
  it.each(cases)("sets the author, year, and length of a title: %j", async (fields, author, published_year, extent) => {
    const file = aMarcFile([{ leader: "a", fields: [["245", "00", "a", "Made"], ...fields] }]);
    expect((await fixture.bringIn(file)).counts).toMatchObject({ added: 1 });
    const newest = db.selectFrom("items").select(["author", "published_year", "extent"]).orderBy("item_id", "desc");
    expect(await newest.executeTakeFirst()).toEqual({ author, published_year, extent });
  });

  it("gives a title its first valid ISBN, without the note after it", async () => {
    const isbns: Fields = [
      ["020", "  ", "z", "9789990000009"],
      ["020", "  ", "a", "9780140328722 (misprinted)"],
      ["020", "  ", "a", "0140328726 (pbk.) :", "c", "$4.95"],
      ["020", "  ", "a", "9780980200447"],
    ];
    const file = aMarcFile([{ leader: "a", fields: [["245", "00", "a", "Numbered"], ...isbns] }]);
    expect((await fixture.bringIn(file)).counts).toMatchObject({ added: 1 });
    const newest = db.selectFrom("items").select("isbn").orderBy("item_id", "desc");
    expect(await newest.executeTakeFirst()).toEqual({ isbn: "9780140328721" });
  });

  const good = (title: string) => aMarcFile([{ leader: "a", fields: [["245", "00", "a", title]] }]);
  const latin1 = (file: Buffer, from: string | RegExp, to: string) =>
    Buffer.from(file.toString("latin1").replace(from, to), "latin1");

  it("reports records that can’t become titles, with their titles, and reads the others", async () => {
    const withLeader = (title: string, place: number, letter: string) =>
      latin1(good(title), new RegExp(`(?<=^.{${place}}).`), letter);
    const file = Buffer.concat([
      good("One"),
      latin1(good("Misplaced"), "24500120000", "24500120000999999999999"),
      latin1(good("Résumé"), "\u00C3\u00A9\u001E", "\u00C3\u001E\u001E"),
      withLeader("Weeded", 5, "d"),
      withLeader("Adams, Jane", 6, "z"),
      withLeader("Copies", 6, "y"),
      withLeader("An article", 7, "a"),
      withLeader("A magazine", 7, "s"),
      latin1(good("Numéro un"), "245", "200"),
      Buffer.from("00025nam a2200025 a 4500\u001E\u001D"),
      good("Two"),
      good("Cut").subarray(0, 40),
    ]);
    const result = await fixture.check(file);
    expect(result.counts).toMatchObject({ added: 4, faulty: 8 });
    expect(result.faults).toEqual([
      { row: 3, column: "245", message: "Some characters of this text can’t be read (�). Type them again." },
      { row: 4, column: "", message: "The record of “Weeded” is marked as deleted, so it isn’t imported." },
      {
        row: 5,
        column: "",
        message: "The record of “Adams, Jane” is about a name or a subject, not a title, so it isn’t imported.",
      },
      {
        row: 6,
        column: "",
        message: "The record of “Copies” lists copies and doesn’t describe their title, so it isn’t imported.",
      },
      {
        row: 7,
        column: "",
        message: "The record of “An article” describes only part of a title, such as an article, so it isn’t imported.",
      },
      {
        row: 9,
        column: "",
        message: "The record of “Numéro un” is in UNIMARC. Export it from the library system as MARC 21.",
      },
      { row: 10, column: "", message: "This record is empty." },
      { row: 12, column: "", message: "This record is damaged and can’t be read." },
    ]);
    const { body } = await fixture.download(`Import/GetFaultyRows/${result.importId}`);
    expect(body).toContain('"Weeded"');
  });

  it("returns its invalid records as a CSV that can be fixed", async () => {
    const long = "Long title ".repeat(20).trim();
    const { importId } = await fixture.check(aMarcFile([{ leader: "a", fields: [["245", "00", "a", long]] }]));
    const { body } = await fixture.download(`Import/GetFaultyRows/${importId}`);
    expect(body).toContain(`"${long}"`);
    expect(body).toContain('"245: Title cannot be longer than 150 characters."');
    expect((await fixture.check(body.replace(long, "Short"))).counts).toMatchObject({ added: 1, faulty: 0 });
  });
});

describe("an unusable file", () => {
  const unusableFiles: readonly (readonly [string, string | Uint8Array, string])[] = [
    ["a PDF", "%PDF-1.7\n%\u00E2\u00E3", "This is a PDF. Upload a CSV file or MARC 21 records."],
    [
      "a picture",
      Buffer.from("\x89PNG\r\n\x1A\n\0\0", "latin1"),
      "This is a picture. Upload a CSV file or MARC 21 records.",
    ],
    ["an Excel file", Buffer.from("PK\x03\x04xl/workbook.xml", "latin1"), importMessages.spreadsheet],
    [
      "a compressed file",
      Buffer.from("\x1F\x8B\x08\0", "latin1"),
      "This is a compressed file. Extract it, then upload the file inside.",
    ],
    ["a web page", "<!DOCTYPE html><p>", "This is a web page. Upload a CSV file or MARC 21 records."],
    [
      "MARC in XML",
      '<?xml version="1.0"?><collection>',
      "This is XML. Most library systems can also export MARC 21 (a .mrc file). Upload that file, or a list as CSV.",
    ],
    [
      "MARC as text",
      "=LDR  00185nam a2200085 a 4500\n=245  10$aSun\n",
      "These are MARC records as text (.mrk). Turn them into MARC 21 (a .mrc file) with MarcEdit’s MARCMaker, then upload that file.",
    ],
    [
      "bytes",
      Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251)),
      "This isn’t a CSV file or MARC 21 records. Save the list as CSV UTF-8, then upload that file.",
    ],
    ["nothing", "", "The file is empty."],
    ["a header alone", "Title,SKU\r\n\r\n", "The file has a header but no rows."],
    ["blank rows", "\r\n ,\r\n", "The file has no column names. Add a row with them above the first title."],
    ["too many columns", `${"c,".repeat(201)}c\n1`, "The file can’t have more than 200 columns."],
  ];
  it.each(unusableFiles)("is refused with a message, and nothing is stored: %s", async (_, content, message) => {
    const before = await countImports();
    expect((await fixture.upload(content)).body).toEqual({
      isSuccess: false,
      message,
      reason: { kind: "unusable-file" },
    });
    expect(await countImports()).toBe(before);
    const chunks = db
      .selectFrom("import_chunks")
      .select("position")
      .where("import_id", "not in", db.selectFrom("imports").select("import_id"));
    expect(await chunks.execute()).toEqual([]);
  });

  it("is refused early if it declares a gigabyte, and at its end if it is oversized", async () => {
    const url = "/api/Import/UploadFile";
    const headers = {
      authorization: `Bearer ${fixture.admin.token}`,
      "content-type": "multipart/form-data; boundary=x",
    };
    const early = await fixture.app.inject({
      method: "POST",
      url,
      headers: { ...headers, "content-length": "1073741824" },
      payload: "--x",
    });
    expect(early.statusCode).toBe(413);
    expect(early.json().message).toBe("The file can’t be larger than 50 MB. Split it and import the parts one by one.");
    const before = await countImports();
    const late = await fixture.upload(Buffer.alloc(50 * 1024 * 1024 + 1, "Title\n"));
    expect(late.status).toBe(413);
    expect(await countImports()).toBe(before);
  });
});

describe("the demonstration library's own list", () => {
  it("imports with nothing to fix", async () => {
    const content = readFileSync(path.join(import.meta.dirname, "../../db/seed/demonstration-catalog.csv"));
    const result = await fixture.check(content, { unknown: "default" });
    expect(result.counts).toMatchObject({ added: 419, faulty: 0 });
    const { body } = await fixture.call(calls.getImport, { params: { id: result.importId } }, fixture.admin.token);
    expect(body.data.rowsTotal).toBe(result.counts.added + result.counts.faulty);
  });
});
