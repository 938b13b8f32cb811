import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { readCalendarFile } from "#contract/people/calendars.ts";
import { uploadDirectory } from "#contract/people/schools.ts";
import { aBorrower, anItem } from "#server/test/factories.ts";
import { importsFixture } from "#server/test/imports-fixture.ts";

// Files like those from districts and library systems, and what a clerk gets from each.

const at = new Date("2026-11-23T20:00:00Z");
const titles = await importsFixture("titles", at);
const borrowers = await importsFixture("borrowers", at);
const loans = await importsFixture("loans", at);

const contentOf = (folder: string, name: string) => readFileSync(path.join(import.meta.dirname, folder, name));
/** Runs a test for each file of a folder. */
function each(folder: string, results: Record<string, readonly string[]>, read: (name: string) => Promise<string[]>) {
  it(`every file in ${folder} has a test`, () => {
    expect(readdirSync(path.join(import.meta.dirname, folder)).toSorted()).toEqual(Object.keys(results).toSorted());
  });
  it.each(Object.entries(results))(
    `a file becomes what it has in it, or a sentence: ${folder}/%s`,
    async (name, result) => {
      expect(await read(name)).toEqual(result);
    },
  );
}

/**
 * Checks a file with the suggested matches, some columns matched by hand, and saves its valid rows. Returns the import
 * and the errors.
 */
async function bringIn(
  fixture: typeof titles,
  folder: string,
  { name, byHand = {} }: { name: string; byHand?: Record<string, string> },
) {
  const { body } = await fixture.upload(contentOf(folder, name), name);
  if (!body.isSuccess) return { importId: 0, errors: [body.message ?? ""] };
  const columns = body.data.columns.map((column) => ({ ...column, field: byHand[column.name] ?? column.field }));
  await fixture.match(body.id, {}, columns);
  await fixture.work();
  const { counts, faults, words, findings } = await fixture.show(body.id);
  expect(words.filter(({ field }) => field !== "school")).toEqual([]);
  if (counts.added > 0) {
    await fixture.save(body.id, "good");
    await fixture.work();
  }
  const early = findings.remarks.filter((remark) => !/, as you chose\.$|will be assigned/.test(remark));
  return {
    importId: body.id,
    errors: [...early, ...faults.map(({ row, column, message }) => `Row ${row}, ${column}: ${message}`)],
  };
}

const recordsOf = (fixture: typeof titles, importId: number) =>
  fixture.db.selectFrom("imported_records").where("import_id", "=", importId).orderBy("row_number");

each(
  "calendars",
  {
    "apple-with-one-windows-byte.ics": [
      "2026-11-11 Día de los Veteranos (break)",
      "2027-02-15 to 2027-02-19 Presidents’ Week – No School (break)",
      "One character isn’t in UTF-8 like the rest, so we read it as Windows-1252.",
    ],
    "canceled-closure.ics": ["2026-11-11 Veterans Day (break)", "No School - Snow Day: The district canceled it."],
    "dates-without-value-parameter.ics": [
      "2026-11-11 Veterans Day (break)",
      "2027-03-29 to 2027-04-02 Spring Break (break)",
    ],
    "district-list-from-excel.csv": [
      "2026-08-12 First Day of School (first)",
      "2026-09-07 Labor Day (break)",
      "2026-11-23 to 2026-11-27 Thanksgiving Break (break)",
      "Row 7: “12/21/2026 - 1/1/2027” isn’t a date. Write dates like 12/21/2026.",
      "Row 8: “Feb 5” has no year. Write dates like 12/21/2026.",
      "We skipped the 3 rows above the column names.",
    ],
    "folded-inside-a-letter.ics": [
      "2026-11-26 to 2026-11-27 Día de Acción de Gracias: no hay clases y las oficinas están cerradas (break)",
    ],
    "google-calendar-template.csv": [
      "2027-03-29 to 2027-04-02 Spring Break (break)",
      "Row 3: It starts or ends at a time of day.",
    ],
    "google-public-calendar.ics": [
      "2026-11-23 to 2026-11-27 🦃 Thanksgiving Break (break)",
      "2027-01-18 Dr. Martin Luther King, Jr. Day - Schools & Offices Closed (break)",
      "Board Meeting: It starts or ends at a time of day.",
    ],
    "libreoffice-semicolons.csv": [
      "2026-11-26 to 2026-11-27 Día de Acción de Gracias (break)",
      "2026-12-21 to 2027-01-01 Vacaciones de invierno (break)",
    ],
    "one-event-without-a-day.ics": [
      "2027-03-29 to 2027-04-02 Spring Break (break)",
      "To be announced: It has no date.",
    ],
    "outlook-all-day-at-midnight.ics": [
      "2026-11-11 Veterans Day (break)",
      "2026-12-21 to 2027-01-01 Winter Break (break)",
      "2027-02-15 Presidents Day - No School (break)",
    ],
    "outlook-export.csv": [
      "2026-11-11 Veterans Day (break)",
      "2026-12-21 to 2027-01-01 Winter Break (break)",
      "Row 4: It starts or ends at a time of day.",
    ],
    "outlook-saved-in-utf-16.ics": ["2027-03-29 to 2027-04-02 Spring Break – César Chávez Day included (break)"],
    "usual-spellings-of-days.csv": ["2026-12-21 Winter Break (break)"],
    "words-that-only-sound-like-breaks.ics": [
      "2026-12-10 Holiday Concert (other)",
      "2026-12-12 Breakfast with the Principal (other)",
      "2027-01-04 School resumes after winter break (other)",
      "2027-01-07 Professional Development (No Students) (break)",
      "2027-01-15 Spring Break Camp registration opens (other)",
    ],
  },
  async (name) => {
    const upload = new File([contentOf("calendars", name)], name);
    const { body } = await titles.call(readCalendarFile, { upload }, titles.admin.token);
    if (!body.isSuccess) return [body.message ?? ""];
    const { entries, leftOut, notes } = body.data;
    return [
      ...entries.map(({ from, to, about, kind }) => `${to === "" ? from : `${from} to ${to}`} ${about} (${kind})`),
      ...leftOut.map(({ about, why }) => `${about}: ${why}`),
      ...notes,
    ];
  },
);

beforeAll(async () => {
  await anItem(titles, 1, { referenceNumber: "08360", title: "Leading zero title" });
});

const long = "Title cannot be longer than 150 characters.";
each(
  "titles",
  {
    "alexandria-tabs-in-utf-16.txt": [
      "Ocean of Germs: A title. 2 copies, $24.95",
      "Café Nutrition: A title. 0 copies, $1024.95",
      "Germs, germs, germs: A title. 1 copy",
      "1 row ends before the last column. Its missing cells are read as empty.",
    ],
    "destiny-title-list.csv": [
      "The Body Book : easy-to-make hands-on models: A title. 2 copies",
      "¿Qué comemos?: A title. 1 copy",
      "1 row is another copy of 1 title, because nothing else differs. To import each row as a title, add a column Copies with 1 in each row.",
    ],
    "excel-for-mac-with-short-rows.csv": [
      "“Nutrición” for Kids: Don’t skip breakfast – ever 1 copy",
      "Salt & Sugar: Two models 1 copy",
      'Teeth: A 5" model; brush included 1 copy',
      "2 rows end before the last column. Their missing cells are read as empty.",
    ],
    "leading-zeros-lost.csv": [
      "Row 2, SKU Number: “8360” isn’t in the inventory, but “08360” is (Leading zero title). A spreadsheet probably removed the zero.",
    ],
    "marc-8-with-a-line-end-after-each-record.mrc": [
      "Nutrición y niños: una guía: Cómo comer bien. 0 copies",
      "Hands up! safety at school: Stay calm. 0 copies",
    ],
    "marc-from-marcedit-cut-off.mrc": [
      "Germs make me sick!: How germs travel. 0 copies",
      "健康饮食: Eating well. 0 copies",
      `Row 3, 245: ${long}`,
      "Row 4, : This record is damaged and can’t be read.",
    ],
    "marc-leader-length-off-by-one.mrc": ["Off by one record: A summary. 0 copies"],
    "marc-line-break-before-first-record.mrc": ["Line break before first: A summary. 0 copies"],
    "marc-utf8-with-blank-leader-9.mrc": ["Nutrición para niños: A summary. 0 copies"],
    "sep-line-first.csv": ["Sep line one: About it 1 copy", "Sep line two: About it 1 copy"],
    "sku-in-scientific-notation.csv": [
      "Row 2, SKU Number: “1E+05” was probably 100000, which a spreadsheet shortened. In the spreadsheet, format the column as text, type the value again, then save the file again.",
    ],
    "title-line-above-header.csv": ["Title row one: About it 1 copy"],
    "utf8-bom-with-one-windows-byte.csv": ["Nutrición para niños: Sueño 1 copy", "Don’t worry: x 1 copy"],
  },
  async (name) => {
    const { importId, errors } = await bringIn(titles, "titles", { name });
    const added = await recordsOf(titles, importId)
      .innerJoin("items", "items.item_id", "imported_records.item_id")
      .select(["title", "description", "replacement_cost", "imported_records.copies"])
      .execute();
    return [
      ...added.map(({ title, description, copies, replacement_cost: cost }) =>
        [`${title}: ${description} ${copies} ${copies === 1 ? "copy" : "copies"}`, ...(cost ? [`$${cost}`] : [])].join(
          ", ",
        ),
      ),
      ...errors,
    ];
  },
);

each(
  "borrowers",
  {
    "destiny-patrons.csv": [
      "Min-ji Cho, min.cho@pine.example, Pine Middle, Tule Union, 9 Pine Rd, Tulare, CA, 93274",
      "Row 3, Zip Code: Zip is required/invalid.",
    ],
    "excel-list-with-title-and-short-rows.csv": [
      "Muñoz, Ana, RN, ana.munoz@elm.example, Elm School, Tule Union, 4 Oak Ave, Tulare, CA, 93274",
      "Bo Li, BO.LI@elm.example, Elm School, Tule Union, 4 Oak Ave, Tulare, CA, 93274",
      "1 row ends before the last column. Its missing cells are read as empty.",
      "Row 5, Email: This email address is already in row 4. Each borrower needs their own, because invitations go there.",
    ],
    "google-contacts.csv": [
      "Sofía Reyes, sofia.reyes@elm.example, Elm School, Tule Union, 4 Oak Ave, Tulare, CA, 93274",
    ],
    "outlook-contacts.csv": [
      "Rosa Díaz, rosa.diaz@oak.example, Oak Academy, Oak Valley Unified, 12 Elm St, Room 4, Kingsburg, CA, 93631",
      "Kim O’Neil, kim.oneil@oak.example, Oak Academy, Oak Valley Unified, 12 Elm St, Kingsburg, CA, 93631",
      "Row 4, E-mail Address: Email Address is required/invalid.",
    ],
  },
  async (name) => {
    const byHand = { Department: "schoolDistrict", "Organization Department": "schoolDistrict" };
    const { importId, errors } = await bringIn(borrowers, "borrowers", { name, byHand });
    const added = await recordsOf(borrowers, importId)
      .innerJoin("borrowers", "borrowers.borrower_id", "imported_records.borrower_id")
      .select(["name", "email_address", "school_name", "school_district", "street", "city", "state", "zip"])
      .execute();
    return [...added.map((borrower) => Object.values(borrower).join(", ")), ...errors];
  },
);

beforeAll(async () => {
  await aBorrower(loans);
  await anItem(loans, 2, { referenceNumber: "LN0001", title: "Kit" });
  await anItem(loans, 3, { referenceNumber: "LN0002", title: "Poster" });
});

each(
  "loans",
  {
    "destiny-checked-out-report.csv": [
      "Robin Reader: 1 copy, shipped 2026-10-30, due 2026-12-18",
      "Robin Reader: 1 copy, shipped 2026-11-18, due 2026-12-18",
      "2 rows end before the last column. Their missing cells are read as empty.",
      "Row 6, Barcode: There’s no copy “LN0001-9”. Import the titles and their copies first.",
    ],
    "libreoffice-day-first.csv": [
      "Robin Reader: 1 copy, shipped 2026-11-18, due 2026-12-18, 9400111899223197428490",
      "Row 3, Tracking: “9,40011E+21” was probably a number of 22 digits that begins with 940011, which a spreadsheet shortened. In the spreadsheet, format the column as text, type the value again, then save the file again.",
      "Row 4, Teacher email: No borrower has the email address “nobody@oakgrove.example”. Import the borrowers first.",
    ],
  },
  async (name) => {
    const { importId, errors } = await bringIn(loans, "loans", { name });
    const orders = await recordsOf(loans, importId)
      .innerJoin("orders", "orders.order_id", "imported_records.order_id")
      .innerJoin("borrowers", "borrowers.borrower_id", "orders.borrower_id")
      .select(["borrowers.name", "ship_date", "return_date", "tracking_number"])
      .execute();
    return [
      ...orders.map(({ name: who, ship_date: shipped, return_date: due, tracking_number: tracking }) =>
        [`${who}: 1 copy`, `shipped ${shipped}`, `due ${due}`, ...(tracking ? [tracking] : [])].join(", "),
      ),
      ...errors,
    ];
  },
);

each(
  "schools",
  {
    "directory-in-utf-16-with-a-title.txt": [
      "La Cañada High, Cañada Unified, La Cañada, CA, 91011",
      "We skipped the 2 rows above the column names.",
    ],
    "directory-saved-by-excel.csv": ["Niños Héroes Elementary, Peña Unified, Hanford, CA, 93230-1234"],
    "directory-with-lost-zeros.csv": [
      "Nothing was changed. Row 2: CDSCode must have 14 digits; this one is “1100170112607”. Row 3: CDSCode must have 14 digits; this one is “1.10017E+12”.",
    ],
  },
  async (name) => {
    const upload = new File([contentOf("schools", name)], name);
    const { body } = await titles.call(uploadDirectory, { upload }, titles.admin.token);
    if (!body.isSuccess) return [body.message ?? ""];
    const open = titles.db.selectFrom("schools").where("is_open", "=", true);
    const schools = await open.select(["school", "district", "city", "state", "zip"]).execute();
    return [...schools.map((school) => Object.values(school).join(", ")), ...(body.notes ?? [])];
  },
);
