import { readFile } from "node:fs/promises";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { parse } from "csv-parse/sync";
import { aSheet, uploadFile } from "#e2e/steps/files.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";
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

/** A spreadsheet as an old Excel saves it: in Windows-1252, with semicolons and a title above the columns. */
const oldSheet = {
  name: "our shelf.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    [
      "Our shelf, 9/1/2026;;;;;;;;",
      head.join(";"),
      "Masks for ni\xF1os;M101;Don\x92t wait.;DVD;safety;K-5;masks, air;3;A 1",
      ";;;;;;;;",
      ";N101;It has no title.;Book;Safety;All;;1;A 2",
      'Nets on a phone;O101;"Said ""well"",\r\nin two lines.";Scroll;Safety;9-12;;many;A 3',
      "Here for a moment;P101;About it.;Book;Safety;All;;1;A 4",
    ].join("\r\n"),
    "latin1",
  ),
};

test("a clerk reads an old spreadsheet, saves its valid rows, fixes the others in their file, and undoes the import", async ({
  page,
  library,
}) => {
  await page.setViewportSize(narrow);
  await asClerk(page);
  await openFromMenu(page, "Collection", "Import and export");
  await page.getByRole("region", { name: "Import titles" }).getByText("Columns a spreadsheet can have").click();
  await uploadFile(page, oldSheet);

  // how the file is read
  const encoding = page.getByLabel("Encoding");
  await expect(encoding.locator("option:checked")).toHaveText("Windows-1252 (Western)");
  await expect(page.getByLabel("Columns are separated by").locator("option:checked")).toHaveText("Semicolons");
  const names = page.getByLabel("Column names");
  await expect(names.locator("option:checked")).toHaveText(/^Row 2: Name, SKU/);
  await expect(page.getByText("We skipped the row above the column names.")).toBeVisible();
  const firstRows = page.getByRole("table", { name: "First rows of the file" });
  await expect(firstRows.getByRole("row", { name: /^2 ?, column names Name/ })).toBeVisible();
  await expect(firstRows.getByRole("row", { name: /^3 Masks for niños M101 Don’t wait/ })).toBeVisible();
  await encoding.selectOption({ label: "Mac Roman (Western)" });
  await expect(firstRows.getByRole("row", { name: /^3 Masks for niÒos/ })).toBeVisible();
  await encoding.selectOption({ label: "Windows-1252 (Western)" });
  await expect(firstRows.getByRole("row", { name: /^3 Masks for niños/ })).toBeVisible();
  await selectOn(page, names, "Row 1: Our shelf, 9/1/2026");
  await expect(page.getByLabel("Field for Our shelf, 9/1/2026")).toBeVisible();
  await expect(page.getByLabel("Field for Name")).toHaveCount(0);
  await names.selectOption({ index: 2 });

  // its columns
  for (const [at, name] of head.entries())
    await expect(page.getByLabel(`Field for ${name}`).locator("option:checked")).toHaveText(fields[at] ?? "");
  await page.getByLabel("Field for Donor").selectOption({ label: "Title" });
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("link", { name: "Only one column can be the Title." })).toBeVisible();
  await page.getByLabel("Field for Donor").selectOption({ label: "Tags" });

  await checkFile(page);
  const results = page.getByRole("main").getByRole("listitem");
  for (const words of ["2 titles to add", "4 copies to add", "2 rows with errors"])
    await expect(results.filter({ hasText: words })).toBeVisible();
  const faults = page.getByRole("table", { name: "Errors by row" });
  await expect(faults.getByRole("row", { name: /5 .*Name .*Title is required\./ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Scroll .*Category .*1 row/ })).toBeVisible();
  await expect(faults.getByRole("row", { name: /6 .*Qty .*Copies must be a whole number/ })).toBeVisible();
  await page.getByRole("button", { name: "Save the valid rows" }).click();
  const question = page.getByRole("alertdialog", { name: "Save the valid rows?" });
  await expect(question).toContainText("2 titles to add, 4 copies to add, 2 rows with errors");
  await question.getByRole("button", { name: "Save the valid rows" }).click();
  await expectSaved(page, ["2 titles added", "4 copies added", "2 rows with errors, skipped"]);

  // the others are fixed in their file
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download 2 invalid rows" }).click(),
  ]);
  const rows: string[][] = parse(await readFile(await download.path()), { bom: true });
  expect(rows[0]).toEqual([...head, "What is wrong"]);
  expect(rows.map((row) => row[1])).toEqual(["SKU", "N101", "O101"]);
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

  // a title edited since the import is kept and named
  await page.goto("/admin/inventorylist?q=M101");
  const masks = page.getByRole("row", { name: /Masks for niños/ });
  await expect(masks).toContainText("Video");
  const address = await masks.getByRole("link").first().getAttribute("href");
  const clerk = await clerkOf(library.address);
  const id = /\d+/.exec(address ?? "")?.[0];
  await clerk.tell(`Inventory/UpdateInventory/${id}`, {
    ...(await clerk.ask<object>(`Inventory/Get/${id}`)),
    tags: "edited",
  });
  await page.goto("/admin/import");
  await tabTo(page, "button", "Undo the import of our shelf.csv");
  await page.keyboard.press("Enter");
  const undo = page.getByRole("alertdialog", { name: "Undo the import of our shelf.csv?" });
  await undo.getByRole("button", { name: "Yes, undo it" }).press("Enter");
  const importRow = page.getByRole("row", { name: /our shelf\.csv/ });
  await expect(importRow).toContainText("1 title removed, 1 copy removed, 1 title kept");
  await expect(importRow.getByRole("button")).toHaveCount(0);
  await page.getByRole("link", { name: "our shelf.csv" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "The import is undone", exact: true })).toBeVisible();
  const keptTitles = page.getByRole("table", { name: "Kept titles" });
  await expect(keptTitles.getByRole("row", { name: /Masks for niños/ })).toContainText("Someone edited it.");
  await page.goto("/admin/activity-log?kind=import");
  for (const entry of ["Imported a file", "Undid an import"])
    await expect(page.getByRole("row").filter({ hasText: entry }).first()).toContainText("our shelf.csv");
});

test("a clerk shortens long titles, fills in what is missing, matches unknown words, and restores lost zeros, by keyboard", async ({
  page,
  library,
}) => {
  const row = (title: string, sku: string, category: string) => [title, sku, "About it.", category, "", "A donor"];
  const long = `Bicycles by keyboard, ${"helmets and lights and signs and ".repeat(6)}bells`;
  const press = (name: string) => pressOn(page, page.getByRole("button", { name, exact: true }));
  await page.setViewportSize(wide);
  await stock(await clerkOf(library.address), { title: "Leading zero", sku: "08360" });
  await asClerk(page, "/admin/import");
  const columns = ["Title", "SKU Number", "Description", "Category", "Subject", "Donor"];
  const rows = [row(long, "WRDK1", "Scroll"), row("Leading zero", "8360", "Book"), row("Three", "WRDK3", "Book")];
  await uploadFile(page, aSheet("words.csv", [columns, ...rows]));
  await chooseOn(page, page.getByRole("radio", { name: "Shorten it at the end of a word, and list it" }));
  await press("Check the file");
  await expect(page.getByRole("link", { name: "No column has the grades. Choose them for all rows." })).toBeVisible();
  await page.getByRole("checkbox", { name: "Grades 3-5" }).press("Space");
  await checkFile(page);
  const results = page.getByRole("main").getByRole("listitem");
  await expect(results.filter({ hasText: "3 rows with errors" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Choose a subject for all rows" })).toBeVisible();
  await selectOn(page, page.getByRole("combobox", { name: "Subject", exact: true }), "Safety");
  await press("Fill them in and check again");
  await expect(results.filter({ hasText: "2 rows have no subject and get Safety, as you chose." })).toBeVisible();

  const unknown = page.getByRole("table", { name: "Words to match" });
  await expect(unknown.getByRole("row", { name: /^Scroll Category 1 row / })).toBeVisible();
  await selectOn(page, page.getByLabel("Category “Scroll” means"), "Book");
  await press("Save and check again");
  const shortenedTitles = page.getByRole("table", { name: "Changed values by row" });
  await expect(shortenedTitles.getByRole("row", { name: /^Row 2|^2/ })).toContainText("is shortened to");
  for (const sentence of ["Column not imported: “Donor”.", "3 rows have no grades and get Grades 3-5, as you chose."])
    await expect(results.filter({ hasText: sentence })).toBeVisible();

  const lostZero = "1 SKU Number may have lost zeros at the beginning, such as 8360 for 08360.";
  await expect(page.getByText(lostZero)).toBeVisible();
  await press("Add the zeros");
  await expect(results.filter({ hasText: "1 title already in the inventory, kept as is" })).toBeVisible();
  await press("Save all");
  await pressOn(page, page.getByRole("alertdialog").getByRole("button", { name: "Save all" }));
  await expectSaved(page, ["2 titles added"]);
});
