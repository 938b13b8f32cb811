import { describe, expect, it } from "vitest";
import { firstRowsOf, readTable } from "./read-table.ts";

const known = new Set([
  "title",
  "sku",
  "sku number",
  "description",
  "category",
  "subject",
  "grades",
  "author",
  "price",
]);
const isName = (cell: string) => known.has(cell.trim().toLowerCase());

/** Returns a table's names and rows, with the row numbers of a spreadsheet, and what the reader says about it. */
async function read(content: string | Uint8Array, names = isName) {
  const { header, rows, notes } = await readTable(Buffer.from(content), 1000, names);
  return { header: header.join("|"), rows: rows.map(({ row, cells }) => `${row}: ${cells.join("|")}`), notes };
}
const format = async (content: string, choice = {}) => {
  const bytes = Buffer.from(content);
  return (await firstRowsOf({ bytes, encoding: "UTF-8", isPart: false, isName }, choice)).format;
};

const files: [what: string, file: string | Uint8Array, header: string, rows: string[], skipped?: number][] = [
  ["a line that names the delimiter", "sep=;\r\nTitle;Category\r\nOne;Book\r\n", "title|category", ["2: One|Book"]],
  ["such a line with tabs, in UTF-16", Buffer.from("\uFEFFsep=\t\r\nTitle\tSKU\r\nOne, two\tB1\r\n", "utf16le"), "title|sku", ["2: One, two|B1"]],
  ["such a line in quotation marks, and one column", '"sep=;"\nTitle\nOne, two\n', "title", ["2: One, two"]],
  ["a title of the list above the names", "Inventory as of 9/1/2026,,,\r\n,,,\r\nTitle,SKU,Grades,Shelf\r\nOne,B1,3-5,\r\n", "title|sku|grades|shelf", ["4: One|B1|3-5|"], 2],
  ["two titles and a blank line above the names", "Health Library\nPrinted Monday, May 4\n\nTitle,SKU,Grades\nOne,B1,K-2\n", "title|sku|grades", ["5: One|B1|K-2"], 3],
  ["a title with a date and a page beside it", "Our list;;9/1/2026;Page 1\nTitle;SKU;Grades;Subject\nOne;B1;K-2;Safety\n", "title|sku|grades|subject", ["3: One|B1|K-2|Safety"], 1],
  ["names that span several columns above the names", "About it,,,Where,\nTitle,Author,Price,SKU,Shelf\nOne,Ann,5,B1,A\n", "title|author|price|sku|shelf", ["3: One|Ann|5|B1|A"], 1],
  ["names that the reader doesn't know, below a title", "Unser Bestand;;\n;;\nTitel;Nummer;Preis\nEins;B1;12,50\nZwei;B2;7,00\n", "titel|nummer|preis", ["4: Eins|B1|12,50", "5: Zwei|B2|7,00"], 2],
  ["a name with a line break", '"Title\n(as on the cover)",SKU,Grades\nOne,B1,K-2\n', "title (as on the cover)|sku|grades", ["2: One|B1|K-2"]],
  ["a column without a name, filled in most rows", "Title,SKU,,\nOne,B1,note,\nTwo,B2,note,\nThree,B3,,\n", "title|sku|", ["2: One|B1|note", "3: Two|B2|note", "4: Three|B3|"]],
  ["an empty first column", ",Title,SKU\n,One,B1\n,Two,B2\n", "|title|sku", ["2: |One|B1", "3: |Two|B2"]],
  ["a first column of numbers without a name", ",Title,SKU\n0,One,B1\n1,Two,B2\n", "|title|sku", ["2: 0|One|B1", "3: 1|Two|B2"]],
  ["one column", "Title\r\nOne\r\nTwo\r\n", "title", ["2: One", "3: Two"]],
  ["one column with commas in some cells", "Title\nFood, fun, and fitness\nSafety first\nSalt, sugar\nTeeth\n", "title", ["2: Food, fun, and fitness", "3: Safety first", "4: Salt, sugar", "5: Teeth"]],
  ["one column with a comma in each cell", "Name\nSmith, Ann\nJones, Bob\n", "name", ["2: Smith, Ann", "3: Jones, Bob"]],
  ["one column with quotation marks around commas", 'Title\r\n"Salt, sugar"\r\nTeeth\r\n', "title", ["2: Salt, sugar", "3: Teeth"]],
  ["semicolons, with commas in numbers", "Title;Price\r\nOne;12,50\r\nTwo;3,00\r\nThree;1.000,00\r\n", "title|price", ["2: One|12,50", "3: Two|3,00", "4: Three|1.000,00"]],
  ["commas, with a list between semicolons in each row", "Title,Tags\nOne,a; b; c\nTwo,d; e; f\n", "title|tags", ["2: One|a; b; c", "3: Two|d; e; f"]],
  ["commas, with semicolons in its unknown names", "Nom,Mots;clés;ici\nUn,a;b;c\n\"Deux, trois\",d\n", "nom|mots;clés;ici", ["2: Un|a;b;c", "3: Deux, trois|d"]],
  ["pipes, with commas in texts", "Title|Description|SKU\nOne|Salt, sugar, fat|B1\nTwo|Teeth|B2\n", "title|description|sku", ["2: One|Salt, sugar, fat|B1", "3: Two|Teeth|B2"]],
  ["tabs, with line ends of an old Mac", "Title\tSKU\rOne\tB1\rTwo\tB2\r", "title|sku", ["2: One|B1", "3: Two|B2"]],
  ["a space after each comma", "Title, SKU\nOne, B1\nTwo, B2\n", "title|sku", ["2: One| B1", "3: Two| B2"]],
  ["Excel's Unicode text", Buffer.from("\uFEFFTitle\tSKU\r\n“One”\tB1\r\n", "utf16le"), "title|sku", ["2: “One”|B1"]],
]; // prettier-ignore

describe("a table", () => {
  it.each(files)("is read with its delimiter and column names: %s", async (_, file, header, rows, skipped = 0) => {
    const notes =
      skipped === 0 ? [] : [expect.stringMatching(skipped === 1 ? /the row above/ : `the ${skipped} rows above`)];
    expect(await read(file)).toEqual({ header, rows, notes });
  });

  it("in UTF-8 with one Windows byte keeps all its letters, and says so", async () => {
    const file = Buffer.from("\uFEFFTitle,SKU\r\nNutrición,B1\r\nDon\u0001t worry,B2\r\n");
    file[file.indexOf(1)] = 0x92;
    expect(await read(file)).toEqual({
      header: "title|sku",
      rows: ["2: Nutrición|B1", "3: Don’t worry|B2"],
      notes: ["One character isn’t in UTF-8 like the rest, so we read it as Windows-1252."],
    });
  });

  it("has more columns in a row that is wrong, not in the table", async () => {
    const { rows } = await readTable(Buffer.from("Title,SKU\nOne,B1\nSalt, sugar,B2\nTeeth\n"), 10, isName);
    expect(rows.map(({ faults }) => faults[0]?.message)).toEqual([
      undefined,
      "This row has 3 columns, but the header has 2.",
      undefined, // Excel leaves out empty cells at the end of some rows
    ]);
  });

  it("is read as chosen, whatever was detected", async () => {
    const file = "Inventory; May\nTitle,SKU\nOne,B1\n";
    expect(await format(file)).toEqual({ encoding: "UTF-8", delimiter: "comma", headerRow: 2 });
    expect(await format(file, { headerRow: 1 })).toMatchObject({ delimiter: "comma", headerRow: 1 });
    expect(await format(file, { headerRow: 0 })).toMatchObject({ headerRow: 0 });
    expect(await format(file, { delimiter: "semicolon" })).toMatchObject({ delimiter: "semicolon" });
    expect(await format(file, { delimiter: "none" })).toMatchObject({ delimiter: "none", headerRow: 1 });
  });

  it("can begin in row 1, without column names", async () => {
    const bytes = Buffer.from("One,B1\nTwo,B2\n");
    const head = { bytes, encoding: "UTF-8", isPart: false, isName } as const;
    expect(await firstRowsOf(head, { headerRow: 0 })).toMatchObject({
      width: 2,
      names: ["", ""],
      rows: [{ row: 1 }, {}],
    });
  });
});

describe("a file that isn't a table", () => {
  const zip = (...names: string[]) => `PK\u0003\u0004${names.join("PK\u0003\u0004")}`;
  it.each([
    ["an Excel file", zip("[Content_Types].xml", "xl/workbook.xml"), /In Excel, choose File, Save As, CSV UTF-8\./],
    ["an Excel file from 2003", Buffer.from("\xD0\xCF\x11\xE0\xA1\xB1", "latin1"), /In Excel, choose/],
    [
      "a LibreOffice file",
      zip("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
      /This is a spreadsheet file\./,
    ],
    ["a Numbers file", zip("Index/Document.iwa", "preview.jpg"), /In Numbers, choose File, Export To, CSV\. In Google/],
    ["a Word file", zip("[Content_Types].xml", "word/document.xml"), /^This is a text document\. Upload a CSV file\.$/],
    ["a ZIP", zip("list.csv"), /^This is a compressed file/],
    ["a web page that is named .xls", "<html><table>", /^This is a web page/],
    ["nothing", "", /^The file is empty\.$/],
  ])("is refused with a sentence that says what to do: %s", async (_, content, sentence) => {
    await expect(read(content)).rejects.toThrow(sentence);
  });
});
