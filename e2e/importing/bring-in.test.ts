import { readFile } from "node:fs/promises";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { parse } from "csv-parse/sync";
import { aSheet, checkFile, heading, savedIs, uploadFile } from "#e2e/steps/importing.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

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

test("a clerk saves the valid rows of a spreadsheet, then those fixed in their file", async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize(narrow);
  const [first, second, third] = ["M390", "N390", "O390"];
  await asClerk(page, "/admin/inventorylist");
  await page.getByRole("link", { name: "Import and export" }).click();
  await expect(heading(page, "Import and export")).toBeVisible();
  await page.getByText("Columns a spreadsheet can have").click();

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
  await savedIs(page, ["1 title added", "3 copies added", "2 rows with errors, skipped"]);

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
  await savedIs(page, ["2 titles added", "3 copies added"]);

  await page.getByRole("link", { name: "Go to the inventory" }).click();
  await page.getByRole("searchbox").fill(first);
  await page.keyboard.press("Enter");
  const masks = page.getByRole("row", { name: new RegExp("Masks on a phone") });
  await expect(masks).toContainText("Video");
  await page.goto("/admin/activity-log?kind=import");
  const entry = page.getByRole("row").filter({ hasText: "fixed.csv" });
  await expect(entry.filter({ hasText: "Imported a file of titles" })).toBeVisible();
});
