import { readFile } from "node:fs/promises";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { parse } from "csv-parse/sync";
import { aSheet, uploadFile } from "#e2e/steps/files.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";
import type { Locator, Page } from "@playwright/test";
import { pressOn, selectOn, tabTo } from "#e2e/steps/keyboard.ts";
import { openFromMenu } from "#e2e/steps/staff-menu.ts";

const head = ["Name", "SKU", "Summary", "Type", "Topic", "Grade", "Keywords", "Qty", "Donor"];
const fields = [
  "Title",
  "SKU Number",
  "Description",
  "Category",
  "Subject",
  "Grades",
  "Tags",
  "Copies",
  "Not imported",
];

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** Checks the file with its current matching, and waits for the result. */
async function checkFile(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("heading", { name: "Check results" })).toBeVisible({ timeout: 30_000 });
}

/** Waits until the import is saved with these results. */
async function expectSaved(page: Page, results: readonly string[]): Promise<void> {
  await expect(page.getByRole("heading", { name: "The import is saved" })).toBeVisible({ timeout: 30_000 });
  const listItems = page.getByRole("main").getByRole("listitem");
  for (const words of results) await expect(listItems.filter({ hasText: words })).toBeVisible();
}

/** Selects a radio button with Tab and the arrow keys. */
async function chooseOn(page: Page, radio: Locator): Promise<void> {
  const isInGroup = (button: HTMLInputElement) =>
    document.activeElement instanceof HTMLInputElement && document.activeElement.name === button.name;
  for (let press = 0; press < 120 && !(await radio.evaluate(isInGroup)); press += 1) await page.keyboard.press("Tab");
  for (let press = 0; press < 12 && !(await radio.isChecked()); press += 1) {
    const isHere = await radio.evaluate((button) => button === document.activeElement);
    await page.keyboard.press(isHere ? "Space" : "ArrowDown");
  }
  await expect(radio).toBeChecked();
}

test("a clerk saves the valid rows of a spreadsheet, then those fixed in their file", async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize(narrow);
  const [first, second, third] = ["M101", "N101", "O101"];
  await asClerk(page);
  await openFromMenu(page, "Collection", "Import and export");
  await expect(heading(page, "Import and export")).toBeVisible();
  const card = page.getByRole("region", { name: "Import titles" });
  await card.getByText("Columns a spreadsheet can have").click();

  const sheet = aSheet("our shelf.csv", [
    head,
    ["Masks on a phone", first, "How to wear one, and when.", "DVD", "safety", "K-5", "masks; air", "3", "A 1"],
    ["", "", "", "", "", "", "", "", ""],
    ["", second, "It has no title.", "Book", "Safety", "All", "", "1", "A 2"],
    ["Nets on a phone", third, 'Said "well",\r\nin two lines.', "Scroll", "Safety", "9-12", "", "many", "A 3"],
  ]);
  await uploadFile(page, sheet);
  await expect(heading(page, "our shelf.csv")).toBeVisible();
  for (const [at, name] of head.entries())
    await expect(page.getByLabel(`Field for ${name}`).locator("option:checked")).toHaveText(fields[at] ?? "");
  await page.getByLabel("Field for Donor").selectOption({ label: "Title" });
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("link", { name: "Only one column can be the Title." })).toBeVisible();
  await page.getByLabel("Field for Donor").selectOption({ label: "Tags" });

  await checkFile(page);
  const results = page.getByRole("main").getByRole("listitem");
  for (const words of ["1 title to add", "3 copies to add", "2 rows with errors"])
    await expect(results.filter({ hasText: words })).toBeVisible();
  const faults = page.getByRole("table", { name: "Errors by row" });
  await expect(faults.getByRole("row", { name: /4 .*Name .*Title is required\./ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Scroll .*Category .*1 row/ })).toBeVisible();
  await expect(faults.getByRole("row", { name: /5 .*Qty .*Copies must be a whole number/ })).toBeVisible();

  await page.getByRole("button", { name: "Save the valid rows" }).click();
  const question = page.getByRole("alertdialog", { name: "Save the valid rows?" });
  await expect(question).toContainText("1 title to add, 3 copies to add, 2 rows with errors");
  await question.getByRole("button", { name: "Save the valid rows" }).click();
  await expectSaved(page, ["1 title added", "3 copies added", "2 rows with errors, skipped"]);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download 2 invalid rows" }).click(),
  ]);
  const rows: string[][] = parse(await readFile(await download.path()), { bom: true });
  expect(rows[0]).toEqual([...head, "What is wrong"]);
  expect(rows.map((row) => row[1])).toEqual(["SKU", second, third]);
  expect(rows[2]?.[2]).toBe('Said "well",\r\nin two lines.');
  const [, untitled = [], nets = []] = rows;
  untitled[0] = "Not untitled on a phone";
  [nets[3], nets[7]] = ["Book", "2"];

  await page.getByRole("link", { name: "Import another file" }).click();
  await expect(page.getByRole("row", { name: /our shelf\.csv/ }).first()).toContainText("Saved");
  await uploadFile(page, aSheet("fixed.csv", rows));
  await expect(page.getByLabel("Field for What is wrong")).toHaveValue("");
  await checkFile(page);
  await expect(page.getByText("Every row is valid. Nothing is saved yet.")).toBeVisible();
  await page.getByRole("button", { name: "Save all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save all" }).click();
  await expectSaved(page, ["2 titles added", "3 copies added"]);

  await page.getByRole("main").getByRole("link", { name: "Inventory" }).click();
  await page.getByRole("searchbox").fill(first);
  await page.keyboard.press("Enter");
  const masks = page.getByRole("row", { name: new RegExp("Masks on a phone") });
  await expect(masks).toContainText("Video");
  await page.goto("/admin/activity-log?kind=import");
  const entry = page.getByRole("row").filter({ hasText: "fixed.csv" });
  await expect(entry.filter({ hasText: "Imported a file" })).toBeVisible();
});

const stage = (page: Page, name: string) => page.getByRole("heading", { level: 2, name, exact: true });
const columns = ["Title", "SKU Number", "Description", "Category", "Subject", "Grades"];

test("a saved import is undone by keyboard, and a title edited since is kept and named", async ({ page, library }) => {
  await page.setViewportSize(narrow);
  test.setTimeout(180_000);
  await asClerk(page, "/admin/import");
  const [file, editedTitle, sku] = ["twice.csv", "Edited since the import", "U2101"];
  const row = (title: string, sku: string) => [title, sku, "About it.", "Book", "Safety", "All grades"];
  await uploadFile(page, aSheet(file, [columns, row("Here for a moment", "U1101"), row(editedTitle, sku)]));
  await checkFile(page);
  await page.getByRole("button", { name: "Save all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save all" }).click();
  await expectSaved(page, ["2 titles added"]);
  await expect(page.getByRole("button", { name: "Undo the import" })).toBeVisible();

  await page.goto(`/admin/inventorylist?q=${sku}`);
  const address = await page.getByRole("link", { name: editedTitle }).first().getAttribute("href");
  const body = { title: editedTitle, referenceNumber: sku, description: "d", categoryId: 1, subjectId: 1, gradeId: 63 };
  const clerk = await clerkOf(library.address);
  await clerk.tell(`Inventory/UpdateInventory/${/\d+/.exec(address ?? "")?.[0]}`, { ...body, tags: "x" });

  await page.goto("/admin/import");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await tabTo(page, "button", `Undo the import of ${file}`);
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: `Undo the import of ${file}?` });
  await question.getByRole("button", { name: "Yes, undo it" }).press("Enter");
  const importRow = page.getByRole("row", { name: new RegExp(file) });
  await expect(importRow).toContainText("1 title removed, 1 copy removed, 1 title kept");
  await expect(importRow.getByRole("button")).toHaveCount(0);

  await page.getByRole("link", { name: file }).click();
  await expect(stage(page, "The import is undone")).toBeVisible();
  const keptTitles = page.getByRole("table", { name: "Kept titles" });
  await expect(keptTitles.getByRole("row", { name: new RegExp(editedTitle) })).toContainText("Someone edited it.");
  await page.goto("/admin/activity-log?kind=import");
  await expect(page.getByRole("row").filter({ hasText: "Undid an import" }).first()).toContainText(file);
});

test("an unknown word is matched once for later files, and long titles are shortened on request", async ({ page }) => {
  test.setTimeout(180_000);
  const [subject, category] = ["At home", "Scroll"];
  const row = (title: string, place: number, kind: string) => [
    title,
    `WRDK${place}`,
    "About it.",
    kind,
    subject,
    "All",
  ];
  const long = `Bicycles by keyboard, ${"helmets and lights and signs and ".repeat(6)}bells`;
  const press = (name: string) => pressOn(page, page.getByRole("button", { name, exact: true }));
  await page.setViewportSize(wide);
  await asClerk(page, "/admin/import");
  const rows = [row(long, 1, category), row("Two by keyboard", 2, "Book"), row("Three by keyboard", 3, "Book")];
  await uploadFile(page, aSheet("words.csv", [columns, ...rows]));
  await chooseOn(page, page.getByRole("radio", { name: "Shorten it after a word, and list it" }));
  await checkFile(page);
  const unknown = page.getByRole("table", { name: "Words the library doesn’t have" });
  // on a phone each cell also has the head of its column
  const rowFor = (word: string, field: string, rows: string) =>
    unknown.getByRole("row", { name: new RegExp(`^${word} (Field )?${field} (Found in )?${rows} `) });
  await expect(rowFor(subject, "Subject", "3 rows")).toBeVisible();
  await expect(rowFor(category, "Category", "1 row")).toBeVisible();
  await expect(page.getByRole("table", { name: "Errors by row" })).toHaveCount(0);
  await selectOn(page, page.getByLabel(`Subject “${subject}” means`), "Safety");
  await selectOn(page, page.getByLabel(`Category “${category}” means`), "Book");
  await press("Save and check again");
  await expect(page.getByText("Every row is valid. Nothing is saved yet.")).toBeVisible({ timeout: 30_000 });
  const shortenedTitles = page.getByRole("table", { name: "Changed values by row" });
  await expect(shortenedTitles.getByRole("row", { name: /^Row 2|^2/ })).toContainText("is shortened to");
  await expect(page.getByLabel(`Subject “${subject}” means`).locator("option:checked")).toHaveText("Safety");
  await press("Save all");
  await pressOn(page, page.getByRole("alertdialog").getByRole("button", { name: "Save all" }));
  await expectSaved(page, ["3 titles added"]);

  await page.goto("/admin/import");
  await uploadFile(page, aSheet("next.csv", [columns, row("Four by keyboard", 4, category.toLowerCase())]));
  await checkFile(page);
  await expect(page.getByText("Every row is valid. Nothing is saved yet.")).toBeVisible();
});

test("a clerk chooses once for all rows, and sees what isn’t imported and what’s made up", async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize(narrow);
  await asClerk(page, "/admin/import");
  const row = (number: number) => [
    `Chosen once ${number}`,
    "About it.",
    "Book",
    "",
    "A donor",
    `3011200345678${number}`,
  ];
  const rows = Array.from({ length: 9 }, (_, number) => row(number));
  await uploadFile(
    page,
    aSheet("chosen.csv", [["Title", "Description", "Category", "Subject", "Donor", "Barcode"], ...rows]),
  );
  await expect(page.getByLabel("Field for Barcode").locator("option:checked")).toHaveText("Not imported");
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("link", { name: "No column has the grades. Choose them for all rows." })).toBeVisible();
  await page.getByRole("checkbox", { name: "Grades 3-5" }).check();
  await checkFile(page);

  const results = page.getByRole("main").getByRole("listitem");
  await expect(results.filter({ hasText: "9 rows with errors" })).toBeVisible();
  await expect(stage(page, "Choose a subject for all rows")).toBeVisible();
  await page.getByRole("combobox", { name: "Subject", exact: true }).selectOption({ label: "Safety" });
  await page.getByRole("button", { name: "Fill them in and check again" }).click();
  await expect(page.getByText("Every row is valid. Nothing is saved yet.")).toBeVisible({ timeout: 30_000 });
  for (const sentence of [
    "Columns not imported: “Donor” and “Barcode”.",
    /^9 SKU Numbers will be made up, from B\d{5} on, because no column is matched to SKU Number\.$/,
    "9 rows have no subject and get Safety, as you chose.",
    "9 rows have no grades and get Grades 3-5, as you chose.",
  ])
    await expect(results.filter({ hasText: sentence })).toBeVisible();
  await expectAccessible(page);
});

test("a SKU that lost its zero in a spreadsheet gets it back in one action", async ({ page, library }) => {
  test.setTimeout(180_000);
  await page.setViewportSize(wide);
  const clerk = await clerkOf(library.address);
  await stock(clerk, { title: "Leading zero", sku: "08360" });
  await asClerk(page, "/admin/import");
  const row = (sku: string, title: string) => [title, sku, "Other text.", "Book", "Safety", "3-5"];
  await uploadFile(page, aSheet("zeros.csv", [columns, row("8360", "Leading zero")]));
  await checkFile(page);
  await expect(
    page.getByText("1 SKU Number may have lost zeros at the beginning, such as 8360 for 08360."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Add the zeros" }).click();
  const results = page.getByRole("main").getByRole("listitem");
  await expect(results.filter({ hasText: "1 title already in the inventory, kept as is" })).toBeVisible({
    timeout: 30_000,
  });
});

test("a clerk sees how a file from an old spreadsheet is read, and changes where its column names are", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize(narrow);
  await asClerk(page, "/admin/import");
  const lines = [
    "Our shelf, 9/1/2026;;;;;",
    columns.join(";"),
    "Nutrici\xF3n para ni\xF1os;LAT101;Qu\xE9 comer;Book;Safety;All grades",
    "Don\x92t worry;LAT102;12,50 words;Book;Safety;All grades",
  ];
  await uploadFile(page, {
    name: "old shelf.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(lines.join("\r\n"), "latin1"),
  });
  await expect(page.getByLabel("Encoding").locator("option:checked")).toHaveText("Windows-1252 (Western)");
  await expect(page.getByLabel("Columns are separated by").locator("option:checked")).toHaveText("Semicolons");
  const names = page.getByLabel("Column names");
  await expect(names.locator("option:checked")).toHaveText(/^Row 2: Title, SKU Number/);
  await expect(page.getByText("We skipped the row above the column names.")).toBeVisible();
  const firstRows = page.getByRole("table", { name: "First rows of the file" });
  await expect(firstRows.getByRole("row", { name: /^2 ?, column names Title/ })).toBeVisible();
  await expect(firstRows.getByRole("row", { name: /^3 Nutrición para niños LAT101 Qué comer/ })).toBeVisible();

  await page.getByLabel("Encoding").selectOption({ label: "Mac Roman (Western)" });
  await expect(firstRows.getByRole("row", { name: /^3 NutriciÛn para niÒos/ })).toBeVisible();
  await page.getByLabel("Encoding").selectOption({ label: "Windows-1252 (Western)" });
  await expect(firstRows.getByRole("row", { name: /^3 Nutrición/ })).toBeVisible();
  await selectOn(page, names, "Row 1: Our shelf, 9/1/2026");
  await expect(firstRows.getByRole("row", { name: /^1 ?, column names Our shelf/ })).toBeVisible();
  await expect(page.getByLabel("Field for Our shelf, 9/1/2026")).toBeVisible();
  await expect(page.getByLabel("Field for Title")).toHaveCount(0);
  await names.selectOption({ index: 2 });
  await expect(page.getByLabel("Field for Title").locator("option:checked")).toHaveText("Title");

  await checkFile(page);
  await page.getByRole("button", { name: "Save all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save all" }).click();
  await expectSaved(page, ["2 titles added"]);
  await page.goto("/admin/inventorylist?q=LAT101");
  await expect(page.getByRole("link", { name: "Nutrición para niños" }).first()).toBeVisible();
});
