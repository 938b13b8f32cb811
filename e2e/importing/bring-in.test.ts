import { readFile } from "node:fs/promises";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { parse } from "csv-parse/sync";
import { aMarcFile, aSheet, checkFile, heading, savedIs, uploadFile } from "#e2e/steps/importing.ts";
import { openChooser, tabTo } from "#e2e/steps/keyboard.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { addTitle } from "#e2e/steps/stocking.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const head = ["Name", "SKU", "Summary", "Type", "Topic", "Grade", "Keywords", "Qty", "Donor"];
const taken = ["Title", "SKU Number", "Description", "Category", "Subject", "Grades", "Tags", "Copies", "Not imported"];

test("a clerk saves the valid rows of a spreadsheet, fixes the others in their file, and saves those", async ({
  page,
}) => {
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
    ["", second, "Its title was forgotten.", "Book", "Safety", "All", "", "1", "A 2"],
    ["Nets on a phone", third, 'Said "well",\r\nin two lines.', "Scroll", "Safety", "9-12", "", "many", "A 3"],
  ]);
  await uploadFile(page, sheet);
  await expect(heading(page, "our shelf.csv")).toBeVisible();
  for (const [at, name] of head.entries())
    await expect(page.getByLabel(`${name} is taken for`).locator("option:checked")).toHaveText(taken[at] ?? "");
  await page.getByLabel("Donor is taken for").selectOption({ label: "Title" });
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("link", { name: "Only one column can be the Title." })).toBeVisible();
  await page.getByLabel("Donor is taken for").selectOption({ label: "Tags" });

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
  await expectAccessible(page);
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
  const [, forgotten = [], nets = []] = rows;
  forgotten[0] = "Nothing forgotten on a phone";
  [nets[3], nets[7]] = ["Book", "2"];

  await page.getByRole("link", { name: "Import another file" }).click();
  await expect(page.getByRole("row", { name: /our shelf\.csv/ }).first()).toContainText("Saved");
  await uploadFile(page, aSheet("mended.csv", rows));
  await expect(page.getByLabel("What is wrong is taken for")).toHaveValue("");
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
  await page.goto("/admin/audit?kind=import");
  const entry = page.getByRole("row").filter({ hasText: "mended.csv" });
  await expect(entry.filter({ hasText: "Imported a file of titles" })).toBeVisible();
});

test("a file is imported by keyboard", async ({ page }) => {
  test.setTimeout(180_000);
  await asClerk(page, "/admin/inventorylist");
  await tabTo(page, "link", "Import and export");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Import and export")).toBeVisible();
  await page.getByLabel("Choose a file").waitFor();
  for (let press = 0; press < 30; press += 1) {
    if (await page.getByLabel("Choose a file").evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  const chooser = await openChooser(page);
  await chooser.setFiles(
    aSheet("keys.csv", [
      ["Title", "SKU Number", "Description", "Category", "Subject", "Copies"],
      ["Typed, never clicked", "TYPED", "By keys alone.", "Book", "Safety", "1"],
    ]),
  );
  await expect(heading(page, "keys.csv")).toBeVisible();
  for (const grades of ["Preschool", "Grades 6-8"]) {
    await tabTo(page, "checkbox", grades);
    await page.keyboard.press("Space");
  }
  await tabTo(page, "button", "Check the file");
  await page.keyboard.press("Enter");
  const stage = page.getByRole("heading", { level: 2 }).first();
  await expect(stage).toHaveText("Check results");
  await expect(stage).toBeFocused();
  await tabTo(page, "button", "Save all");
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Save all rows?" });
  await expect(question).toBeFocused();
  for (const name of ["Close", "Not yet", "Save all"]) {
    await page.keyboard.press("Tab");
    await expect(question.getByRole("button", { name })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(stage).toHaveText("The import is saved");
  await expect(stage).toBeFocused();
  await tabTo(page, "link", "Go to the inventory");
});

test("records of a library system are imported, with defaults for missing values", async ({ page }) => {
  test.setTimeout(180_000);
  await asClerk(page);
  const records = aMarcFile("records.mrc", [
    [
      ["245", "$aÉcouter son cœur :$ba record /$cby somebody."],
      ["264", "$aSacramento :$bThe Center,$c2024."],
      ["650", "$aHeart$xHealth aspects."],
    ],
    [
      ["245", "$aA second record."],
      ["520", "$aWhat the title is about."],
    ],
    [["520", "$aA record without a title."]],
  ]);
  await page.goto("/admin/import");
  await uploadFile(page, records);
  await expect(page.getByText("MARC 21 records already name")).toBeVisible();
  await checkFile(page);
  await expect(page.getByText("3 records can’t be saved as is.")).toBeVisible();
  await expect(page.getByRole("row", { name: /^3 245 Title is required\./ })).toBeVisible();
  await page.getByRole("button", { name: "Change the settings" }).click();
  await page.getByLabel("Subject").selectOption({ label: "Comprehensive Health" });
  await page.getByRole("checkbox", { name: "All grades" }).check();
  await page.getByLabel("Copies of each new title").fill("2");
  await checkFile(page);
  await expect(page.getByText("1 record can’t be saved as is.")).toBeVisible();
  await page.getByRole("button", { name: "Save the valid rows" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save the valid rows" }).click();
  await savedIs(page, ["2 titles added", "4 copies added"]);
  await page.goto(`/user/inventories/${encodeURIComponent("Écouter")}`);
  await expect(page.getByRole("link", { name: "Écouter son cœur: a record" }).first()).toBeVisible();
});

test("a save that conflicts with a colleague's title saves nothing, says so, and the file is checked again", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await asClerk(page, "/admin/import");
  const columns = ["Title", "SKU Number", "Description", "Category", "Subject", "Grades"];
  const row = (title: string, sku: string) => [title, sku, "About it.", "Book", "Safety", "All grades"];
  await uploadFile(page, aSheet("met.csv", [columns, row("Met on the way", "MET1"), row("Alone", "MET2")]));
  await checkFile(page);
  const other = await page.context().newPage();
  await asClerk(other);
  await addTitle(other, { title: "Here before", sku: "MET1" });
  await page.getByRole("button", { name: "Save all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save all" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "Nothing was saved: one row conflicted with a change" });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Check again" }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByRole("listitem").filter({ hasText: "already in the inventory" })).toBeVisible();
  await page.getByRole("button", { name: "Save all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save all" }).click();
  await savedIs(page, ["1 title added"]);
});
