import { describe, expect, it } from "vitest";
import * as calls from "#contract/imports/imports.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { anItem } from "#server/test/factories.ts";
import { importsFixture } from "#server/test/imports-fixture.ts";

const fixture = await importsFixture();
const { db, titleOf } = fixture;

const copiesOf = (itemId: number) =>
  db.selectFrom("copies").selectAll().where("item_id", "=", itemId).orderBy("copy_number").execute();
const countTitles = async () => (await db.selectFrom("items").select("item_id").execute()).length;

describe("an imported list", () => {
  it("becomes titles and copies", async () => {
    const file = [
      "Title,SKU Number,Description,Category,Subject,Grades,Tags,Copies,Copy details",
      'Healthy Plates,#HP0001,"Line one\r\nline two",BOOK,healthy eating,"K-2; 3-5",food|cooking,3,"2: lost; 3: SKU HP0009, inactive"',
      'Breathe,BR0002,Calm down.,dvd,Mental and Emotional Health,All grades,"a, b, A",0,',
      "No number,,Gets one.,Audio,Safety,Adult,,1,",
    ].join("\r\n");
    const checked = await fixture.check(file);
    expect(checked).toMatchObject({
      state: "checked",
      kind: "csv",
      format: { encoding: "UTF-8", delimiter: "comma", headerRow: 1 },
      rowsTotal: 3,
    });
    expect(checked.counts).toMatchObject({ added: 3, changed: 0, skipped: 0, faulty: 0, copies: 4 });
    expect(await countTitles()).toBe(0);
    await fixture.save(checked.importId);
    await fixture.work();
    expect(await fixture.show(checked.importId)).toMatchObject({
      state: "saved",
      progress: 100,
      counts: { added: 3, copies: 4 },
    });

    const plates = await titleOf("HP0001");
    expect(plates).toMatchObject({
      title: "Healthy Plates",
      description: "Line one\r\nline two",
      category_id: 1,
      subject_id: 3,
      grade_mask: 6,
      tags: "food, cooking",
      in_stock: 1,
      changed_by: fixture.admin.userId,
    });
    expect(await copiesOf(plates?.item_id ?? 0)).toMatchObject([
      { copy_number: 1, sku_number: "HP0001", is_inactive: false },
      { copy_number: 2, sku_number: "HP0001", is_inactive: true, inactive_reason: "lost" },
      { copy_number: 3, sku_number: "HP0009", is_inactive: true, inactive_reason: null },
    ]);
    expect(await titleOf("BR0002")).toMatchObject({ category_id: 2, grade_mask: 63, tags: "a, b", in_stock: 0 });
    expect(await titleOf("A00001")).toMatchObject({ title: "No number", grade_mask: 32 });
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("generates SKU numbers that neither the catalog nor the file has", async () => {
    await anItem(fixture, 1, { referenceNumber: "b00003" });
    const { importId } = await fixture.check("Title,SKU\nTaken,B00004\nFirst,\nSecond,\nThird,");
    const skus = (await fixture.rowsOf(importId)).map(({ key }) => key);
    expect(new Set(skus).size).toBe(4);
    expect(skus).not.toContain("B00003");
    for (const sku of skus.slice(1)) expect(sku).toMatch(/^B\d{5}$/);
  });

  it("uses defaults for missing values, and keeps unknown words as tags if requested", async () => {
    const file = "Title,SKU,Subject\nOne,DF0001,\nTwo,DF0002,Cooking at home";
    const strict = await fixture.check(file, { defaults: { subjectId: 7 } });
    expect(strict).toMatchObject({ counts: { faulty: 1 }, words: [{ field: "subject", word: "Cooking at home" }] });
    await fixture.bringIn(file, { defaults: { subjectId: 7 }, unknown: "default" });
    expect(await titleOf("DF0001")).toMatchObject({ subject_id: 7, tags: "", description: "A title." });
    expect(await titleOf("DF0002")).toMatchObject({ subject_id: 7, tags: "Cooking at home" });
  });

  it("puts several columns into the description and the tags", async () => {
    const { body } = await fixture.upload("Name,Summary,Authors,Keywords,Shelf\nT,S,A and B,k1,s1");
    const fields: calls.ImportSettings["fields"] = ["title", "description", "description", "tags", "tags"];
    await fixture.match(body.id, { fields });
    await fixture.work();
    await fixture.save(body.id);
    await fixture.work();
    const title = await db.selectFrom("items").selectAll().where("title", "=", "T").executeTakeFirst();
    expect(title).toMatchObject({ description: "S\nAuthors: A and B", tags: "k1, s1" });
  });

  it("counts new titles that the catalog already has under another SKU", async () => {
    await anItem(fixture, 1, { title: "The Same Title" });
    expect((await fixture.check("Title\nThe same title\nAnother one")).counts).toMatchObject({
      added: 2,
      duplicates: 1,
    });
  });
});

describe("the parts of a kit in a file", () => {
  it("are stored in the format of the form, or reported as an error of their row", async () => {
    await fixture.bringIn('Title,Parts\nKit of a file,"poster; 2 DVDs @ $24.5"');
    const kit = await db.selectFrom("items").select("parts").where("title", "=", "Kit of a file").executeTakeFirst();
    expect(kit?.parts).toBe("1 poster; 2 DVDs @ 24.50");
    const result = await fixture.check("Title,Parts\nOther kit,0 posters");
    expect(result.counts).toMatchObject({ added: 0, faulty: 1 });
    expect(JSON.stringify(result)).toContain("Each part needs a count from 1 to 999");
  });
});

describe("a row whose SKU number is in the catalog", () => {
  it("is skipped, or updates its title except for empty cells", async () => {
    const { itemId, copyIds } = await anItem(fixture, 2, { referenceNumber: "UP0001", title: "Old", tags: "kept" });
    const file = "Title,SKU,Tags,Copies,Copy details\nNew,up0001,,3,2: damaged\nOther,UP0002,,1,";
    expect((await fixture.check(file)).counts).toMatchObject({ added: 1, skipped: 1, changed: 0 });
    const result = await fixture.bringIn(file, { existing: "update" });
    expect(result.counts).toMatchObject({ added: 1, changed: 1, skipped: 0, copies: 2 });
    expect(await titleOf("UP0001")).toMatchObject({
      item_id: itemId,
      title: "New",
      tags: "kept",
      version: 2,
      in_stock: 2,
    });
    expect(await copiesOf(itemId)).toMatchObject([
      { copy_id: copyIds[0], is_inactive: false },
      { copy_id: copyIds[1], is_inactive: true, inactive_reason: "damaged" },
      { copy_number: 3, sku_number: "UP0001" },
    ]);
    expect((await fixture.check(file, { existing: "update" })).counts).toMatchObject({
      unchanged: 2,
      changed: 0,
      added: 0,
    });
    expect(await stockDisagreements(db)).toEqual([]);
  });
});

describe("an error in a row", () => {
  const header = "Title,SKU,Description,Category,Subject,Grades,Tags,Copies,Copy details";
  const long = "x".repeat(151);
  const rows: readonly (readonly [what: string, row: string, column: string, message: string])[] = [
    ["no title", ",F00001,d,Book,Safety,K-2,,1,", "Title", "Title is required."],
    ["a long title", `${long},F00001,d,Book,Safety,K-2,,1,`, "Title", "Title cannot be longer than 150 characters."],
    [
      "copies that aren't a number",
      "t,F00001,d,Book,Safety,K-2,,many,",
      "Copies",
      "Copies must be a whole number from 0 to 500.",
    ],
    ["an unknown copy", "t,F00001,d,Book,Safety,K-2,,1,2: lost", "Copy details", "There’s no copy 2."],
    [
      "invalid copy details",
      "t,F00001,d,Book,Safety,K-2,,1,1: eaten",
      "Copy details",
      '"1: eaten" can’t be read. Write it like "2: lost; 3: SKU B12345", using inspection, repair, lost, damaged, retired, or inactive.',
    ],
    [
      "a character that can't be stored",
      "t\0t,F00001,d,Book,Safety,K-2,,1,",
      "Title",
      "This text has a character that can’t be saved. Type it again.",
    ],
    ["too many columns", "t,F00001,d,Book,Safety,K-2,,1,,more", "", "This row has 10 columns, but the header has 9."],
    [
      "a SKU in scientific notation",
      "t,1E+05,d,Book,Safety,K-2,,1,",
      "SKU",
      "“1E+05” was probably 100000, which a spreadsheet shortened. In the spreadsheet, format the column as text, type the value again, then save the file again.",
    ],
  ];
  it.each(rows)("names its row and column: %s", async (_, row, column, message) => {
    const { faults, counts } = await fixture.check(
      `${header}\r\n\r\n,,,,,,,,\r\n${row}\r\nGood,F00002,d,Book,Safety,K-2,,1,`,
    );
    expect(faults).toEqual([{ row: 4, column, message }]);
    expect(counts).toMatchObject({ added: 1, faulty: 1 });
  });

  it("is a missing category, subject, grade, or description without a default", async () => {
    const none = { categoryId: 0, subjectId: 0, gradeId: 0, description: "" };
    const { faults } = await fixture.check("Title,Category\nBare,", { defaults: none });
    expect(faults).toEqual([
      { row: 2, column: "Description", message: "Description is required." },
      { row: 2, column: "Category", message: "Category is required." },
      { row: 2, column: "Subject", message: "Subject is required." },
      { row: 2, column: "Grades", message: "Grades are required." },
    ]);
  });

  it("is a SKU number that appears twice in the file", async () => {
    const { faults } = await fixture.check("Title,SKU\nOne,DU0001\nTwo,du0001");
    const message = "This SKU Number is already in row 2. List each title once, with its number of copies.";
    expect(faults).toEqual([{ row: 3, column: "SKU", message }]);
  });

  it("blocks saving all rows, but not saving the valid ones", async () => {
    const checked = await fixture.check("Title,SKU\nGood,GB0001\n,GB0002\nAlso good,GB0003");
    const refusal = await fixture.save(checked.importId, "all");
    expect(refusal.body).toMatchObject({
      isSuccess: false,
      message: "One row has errors. Fix the file, or save the valid rows.",
    });
    await fixture.save(checked.importId, "good");
    await fixture.work();
    expect(await fixture.show(checked.importId)).toMatchObject({ state: "saved", counts: { added: 2, faulty: 1 } });
    expect(await titleOf("GB0002")).toBeUndefined();
    expect(await titleOf("GB0003")).toBeDefined();
  });

  it("is in a download to fix and upload again", async () => {
    const file = 'Title;SKU;Notes\n=1+1;ME0001;ok\n;ME0002;"say ""hi""; then go"\nx;ME0003;;5\n';
    const { importId } = await fixture.check(file);
    const { body, headers } = await fixture.download(`Import/GetFaultyRows/${importId}`);
    expect(headers["content-disposition"]).toContain("titles-errors.csv");
    expect(body).toBe(
      '\uFEFF"Title","SKU","Notes","What is wrong"\r\n' +
        '"","ME0002","say ""hi""; then go","Title: Title is required."\r\n' +
        '"x","ME0003","","This row has 4 columns, but the header has 3.","5"\r\n',
    );
    const again = await fixture.check(body.replace('"","ME0002"', '"Fixed","ME0002"').replace(',"5"', ""));
    expect(again).toMatchObject({ counts: { added: 2, faulty: 0 }, columns: [{}, {}, {}, { field: null }] });
  });
});

describe("a SKU that lost its zeros in a spreadsheet", () => {
  const file = (...skus: string[]) => ["Title,SKU", ...skus.map((sku, at) => `Zeros ${at},${sku}`)].join("\n");
  const skusOf = async (importId: number) => (await fixture.rowsOf(importId)).map(({ key }) => key);

  it("never becomes a second title, unless staff say that it's right", async () => {
    await anItem(fixture, 1, { referenceNumber: "08360", title: "Leading zero title" });
    const asked = await fixture.check(file("8360", "ABC12"));
    expect(asked).toMatchObject({
      counts: { added: 1, faulty: 1 },
      findings: { zeros: { rows: 1, sku: "8360", digits: 5 } },
    });
    const message =
      "“8360” isn’t in the inventory, but “08360” is (Leading zero title). A spreadsheet probably removed the zero.";
    expect(asked.faults).toEqual([{ row: 2, column: "SKU", message }]);
    const filled = await fixture.check(file("8360", "ABC12"), { skuDigits: 5 });
    expect(filled).toMatchObject({ counts: { added: 1, skipped: 1, faulty: 0 }, findings: { zeros: null } });
    const kept = await fixture.check(file("8360", "ABC12"), { skuDigits: 1 });
    expect(kept).toMatchObject({ counts: { added: 2, faulty: 0 }, findings: { zeros: null } });
  });

  it("is noticed by the digits of the library's SKUs, if no other in the file has zeros", async () => {
    const asked = await fixture.check(file("8361", "12345"));
    expect(asked.faults.map(({ message }) => message)).toEqual([
      "“8361” was probably 08361 before a spreadsheet removed the zero: other SKU Numbers have 5 digits.",
    ]);
    const { importId } = await fixture.check(file("8361", "12345"), { skuDigits: 5 });
    expect(await skusOf(importId)).toEqual(["08361", "12345"]);
    expect((await fixture.check(file("8361", "08362"))).counts).toMatchObject({ added: 2, faulty: 0 });
  });

  it("is noticed by the other rows' digits in an empty library, but numbers counted from 1 aren't", async () => {
    const library = await importsFixture();
    const long = Array.from({ length: 20 }, (_, at) => String(20_000 + at));
    expect((await library.check(file(...long, "833"))).findings.zeros).toEqual({ rows: 1, sku: "833", digits: 5 });
    const counted = Array.from({ length: 120 }, (_, at) => String(at + 1));
    expect((await library.check(file(...counted))).counts).toMatchObject({ added: 120, faulty: 0 });
  });
});

describe("values missing from a file", () => {
  it("are filled in only after the check lists them", async () => {
    const { findings } = await fixture.check("Title,Donor,Format\nMade 1,A,Book\nMade 2,B,Book\nMade 3,C,DVD");
    expect(findings.remarks).toEqual([
      expect.stringMatching(
        /^3 SKU Numbers will be assigned, starting at B\d{5}, V\d{5}, because no column is matched to SKU Number\.$/,
      ),
      "3 rows have no subject and get Comprehensive Health, as you chose.",
      "3 rows have no grades and get All grades, as you chose.",
      "3 rows have no description and get “A title.”, as you chose.",
    ]);
  });

  it("cause many errors, counted for one choice", async () => {
    const rows = Array.from({ length: 120 }, (_, at) => `Reason ${at}`);
    const { findings, faults } = await fixture.check(["Title", ...rows].join("\n"), {
      defaults: { subjectId: 0, gradeId: 0 },
    });
    expect(faults).toHaveLength(100);
    expect(findings.reasons).toEqual([
      { message: "Grades are required.", rows: 120 },
      { message: "Subject is required.", rows: 120 },
    ]);
  });

  it("can include the language of all titles", async () => {
    const language = (tag: string) => fixture.check("Title,SKU\nEn todo,LG0001", { defaults: { language: tag } });
    const { importId } = await language("es");
    expect((await fixture.rowsOf(importId))[0]?.draft).toMatchObject({ language: "es" });
    const { body } = await fixture.upload("Title\nOne");
    const refusal = await fixture.match(body.id, { fields: ["title"], defaults: { language: "xx1" } });
    expect(refusal.body).toMatchObject({ isSuccess: false });
  });
});

describe("rows that differ only in their barcodes", () => {
  it("are copies of one title", async () => {
    const file = "Title,Barcode,Shelf\nOne kit,CP0001,A1\nOther kit,CP0002,A1\nOne kit,CP0003,A1\nOne kit,CP0004,B2";
    const saved = await fixture.bringIn(file);
    expect(saved.counts).toMatchObject({ added: 2, copies: 4, faulty: 0 });
    expect(saved.findings.remarks[0]).toMatch(
      /^2 rows are other copies of 1 title, because only the SKU Number differs\./,
    );
    const kit = await titleOf("CP0001");
    expect(await copiesOf(kit?.item_id ?? 0)).toMatchObject([
      { copy_number: 1, sku_number: "CP0001", own_shelf_location: null },
      { copy_number: 2, sku_number: "CP0003", own_shelf_location: null },
      { copy_number: 3, sku_number: "CP0004", own_shelf_location: "B2" },
    ]);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("are titles of their own if each row says how many copies it has, or something else differs", async () => {
    const titles = await fixture.check("Title,SKU,Copies\nOwn kit,OW0001,1\nOwn kit,OW0002,1");
    expect(titles.counts).toMatchObject({ added: 2, copies: 2 });
    const different = await fixture.check("Title,SKU,Author\nOwn kit,OW0001,A\nOwn kit,OW0002,B");
    expect(different).toMatchObject({
      counts: { added: 2 },
      findings: { remarks: expect.not.arrayContaining([/copies/]) },
    });
  });
});

describe("an import", () => {
  it("accepts only the calls of its state", async () => {
    const { body } = await fixture.upload("Title,SKU\nA,ST0001");
    const { id } = body;
    expect((await fixture.save(id)).body.message).toBe("You can’t do this now: the import is matching.");
    expect((await fixture.match(id)).body.message).toBe("The file has 2 columns. Match each of them.");
    expect((await fixture.match(id, { fields: [null, "title"] })).body).toMatchObject({ isSuccess: true });
    expect((await fixture.match(id, { fields: ["title", "title"] })).body.message).toBe(
      "You can’t do this now: the import is checking.",
    );
    await fixture.work();
    expect((await fixture.match(id, { fields: ["title", "title"] })).body.message).toBe(
      "Only one column can be the Title.",
    );
    expect((await fixture.match(id, { fields: ["tags", null] })).body.message).toBe(
      "Choose the column that holds the titles.",
    );
    const recent = await fixture.call(calls.getRecentImports, {}, fixture.admin.token);
    expect(recent.body.data[0]).toMatchObject({ importId: id, state: "checked", userName: "cataloger" });
  });

  it("leaves nothing when canceled, and can't be canceled when saved", async () => {
    const { importId } = await fixture.check("Title,SKU\nA,CA0001");
    const cancel = () => fixture.call(calls.cancelImport, { params: { id: importId } }, fixture.admin.token);
    expect((await cancel()).body.data).toMatchObject({ state: "canceled", isFileKept: false });
    expect(await db.selectFrom("import_chunks").selectAll().where("import_id", "=", importId).execute()).toEqual([]);
    expect((await fixture.show(importId)).columns).toMatchObject([{ name: "Title", samples: [] }, { samples: [] }]);
    const saved = await fixture.bringIn("Title,SKU\nA,CA0001");
    const late = await fixture.call(calls.cancelImport, { params: { id: saved.importId } }, fixture.admin.token);
    expect(late.body).toMatchObject({
      isSuccess: false,
      message: "This import is already saved and can’t be canceled.",
    });
  });
});
