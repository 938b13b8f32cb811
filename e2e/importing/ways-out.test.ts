import { readFile, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { parse } from "csv-parse/sync";
import { aMarcFile, aSheet, checkFile, heading, savedIs, uploadFile } from "#e2e/steps/importing.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { sent } from "#e2e/steps/stocking.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const stage = (page: Page, name: string) => page.getByRole("heading", { level: 2, name, exact: true });
const columns = ["Title", "SKU Number", "Description", "Category", "Subject", "Grades"];
const anImport = "**/api/Import/GetImport/*";

test("a check continues through a reload and a lost connection, and is canceled", async ({ page }) => {
  test.setTimeout(150_000);
  await asClerk(page, "/admin/import");
  const sku = (at: number) => at.toString(36).padStart(5, "0");
  const rows = Array.from({ length: 100_000 }, (_, at) => [
    `Title ${at}`,
    sku(at),
    "About it.",
    "Book",
    "Safety",
    "All",
  ]);
  await uploadFile(page, aSheet("large.csv", [columns, ...rows]));
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(stage(page, "Checking the file")).toBeVisible();
  await expect(stage(page, "Checking the file")).toBeFocused();
  const bar = page.getByRole("progressbar", { name: "Progress of the check" });
  await page.reload();
  await expect(bar).toBeVisible();
  await page.route(anImport, (route) => route.abort());
  await expect(page.getByText("This couldn’t be refreshed.")).toBeVisible();
  await page.unroute(anImport);
  await expect(page.getByText("This couldn’t be refreshed.")).toBeHidden();

  await page.getByRole("button", { name: "Cancel import" }).click();
  const question = page.getByRole("alertdialog", { name: "Cancel this import?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Yes, cancel it" }).click();
  await expect(stage(page, "This import is canceled")).toBeVisible();
  await expect(stage(page, "This import is canceled")).toBeFocused();
  await page.getByRole("link", { name: "Import another file" }).click();
  await expect(page.getByRole("row", { name: /large\.csv/ })).toContainText("Canceled");
});

test("a wrong file is refused with a sentence, and a good file can follow at once", async ({ page }, testInfo) => {
  test.setTimeout(180_000);
  await asClerk(page, "/admin/import");
  const picker = page.getByLabel(/^Choose a(nother)? file/);
  const named = (name: string, content: string) => ({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(content, "latin1"),
  });
  const marc8 = aMarcFile("old.mrc", [[["245", "$aCafe\u0301 au lait"]]]);
  marc8.buffer[9] = " ".charCodeAt(0);
  const refused = [
    [named("page.pdf", "%PDF-1.7\n"), /This is a PDF\. Upload a CSV file, or MARC 21 records in UTF-8\./],
    [named("shelf.xlsx", "PK\u0003\u0004"), /save it as CSV UTF-8/],
    [named("nothing.csv", ""), /The file is empty\./],
    [named("head.csv", "Title,SKU Number\r\n"), /The file has a header but no rows\./],
    [marc8, /These records are in MARC-8\./],
  ] as const;
  for (const [file, sentence] of refused) {
    await picker.setInputFiles(file);
    const alert = page.getByText(sentence);
    await expect(alert, file.name).toBeVisible();
    await expect(alert).toContainText(`${file.name}: `);
  }
  await expectAccessible(page);

  const huge = testInfo.outputPath("huge.csv");
  await writeFile(huge, "Title\n");
  await truncate(huge, 1024 * 1024 * 1024);
  await picker.setInputFiles(huge);
  await expect(page.getByText(`${path.basename(huge)}: The file can’t be larger than 50 MB.`)).toBeVisible();

  const upload = "**/api/Import/UploadFile";
  await page.route(upload, () => undefined); // never answered: the upload continues until it is stopped
  await picker.setInputFiles(aSheet("slow.csv", [columns]));
  await expect(page.getByRole("progressbar", { name: "Upload of slow.csv" })).toBeVisible();
  await page.getByRole("button", { name: "Stop the upload" }).click();
  await expect(picker).toBeFocused();
  await page.unroute(upload);

  const { name, buffer } = aSheet("dropped.csv", [columns, ["Dropped", "DROP1", "It.", "Book", "Safety", "All"]]);
  const dropped = await page.evaluateHandle(
    ([called, text]) => {
      const held = new DataTransfer();
      held.items.add(new File([text], called, { type: "text/csv" }));
      return held;
    },
    [name, buffer.toString()] as const,
  );
  const zone = page.getByText("or drop it here");
  await zone.dispatchEvent("dragover", { dataTransfer: dropped });
  await expect(page.getByText("Drop to upload")).toBeVisible();
  await page.getByText("Drop to upload").dispatchEvent("drop", { dataTransfer: dropped });
  await expect(heading(page, name)).toBeVisible();
});

test("the exported collection imports without changes; the sample is valid as is", async ({ page }) => {
  test.setTimeout(180_000);
  await asClerk(page, "/admin/import");
  const download = async (button: string) => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).click(),
    ]);
    return { name: file.suggestedFilename(), mimeType: "text/csv", buffer: await readFile(await file.path()) };
  };
  const collection = await download("Export collection");
  expect(collection.name).toMatch(/\.csv$/);
  const rows: string[][] = parse(collection.buffer, { bom: true });
  expect(rows[0]?.slice(0, 2)).toEqual(["Title", "SKU Number"]);
  expect(rows.length).toBeGreaterThan(600);
  await uploadFile(page, collection);
  await page.getByRole("radio", { name: "Update the title from the file" }).check();
  await checkFile(page);
  await expect(page.getByText("The inventory already matches the file. There’s nothing to save.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(0);

  await page.goto("/admin/import");
  const sample = await download("Download a sample CSV");
  const [columns]: string[][] = parse(sample.buffer, { bom: true });
  expect(columns).toEqual(rows[0]?.filter((name) => !["Copy details", "Last seen"].includes(name)));
  await uploadFile(page, sample);
  await checkFile(page);
  await expect(page.getByText("Every row is valid. Nothing is saved yet.")).toBeVisible();
});

test("an unknown import is not found; a failed one says why", async ({ page }) => {
  await asClerk(page);
  for (const id of ["2000000000", "nothing"]) {
    await page.goto(`/admin/import/${id}`);
    await expect(page).toHaveURL(/\/notfound$/);
  }
  await page.goto("/admin/import");
  await uploadFile(page, aSheet("failed.csv", [columns, ["It", "F1", "It.", "Book", "Safety", "All"]]));
  // it really fails only when the server dies three times during it
  await page.route(anImport, async (route) => {
    const answer = await route.fetch();
    const { data, ...rest }: { data: object } = await answer.json();
    const failed = { ...data, state: "failed", message: "The work was interrupted several times.", isFileKept: false };
    await route.fulfill({ response: answer, json: { ...rest, data: failed } });
  });
  await page.reload();
  await expect(stage(page, "This import failed")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("The work was interrupted several times.");
  await expect(page.getByRole("alert")).toContainText("Nothing was saved.");
  await expectAccessible(page);
  await page.unroute(anImport);
});

test("a saved import is undone from the list by keyboard; what was edited since stays and is named, at 390 px", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  test.setTimeout(180_000);
  await asClerk(page, "/admin/import");
  const [file, edited, sku] = ["twice-390.csv", "Edited since 390", "U2390"];
  const row = (title: string, sku: string) => [title, sku, "About it.", "Book", "Safety", "All grades"];
  await uploadFile(page, aSheet(file, [columns, row("Here twice 390", "U1390"), row(edited, sku)]));
  await checkFile(page);
  await page.getByRole("button", { name: "Save all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save all" }).click();
  await savedIs(page, ["2 titles added"]);
  await expect(page.getByRole("button", { name: "Undo the import" })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/admin/inventorylist?q=${sku}`);
  const address = await page.getByRole("link", { name: edited }).first().getAttribute("href");
  const body = { title: edited, referenceNumber: sku, description: "d", categoryId: 1, subjectId: 1 };
  await sent(page, `Inventory/UpdateInventory/${/\d+/.exec(address ?? "")?.[0]}`, {
    ...body,
    gradeId: 63,
    tags: "x",
  });

  await page.goto("/admin/import");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await tabTo(page, "button", `Undo the import of ${file}`);
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: `Undo the import of ${file}?` });
  await question.getByRole("button", { name: "Yes, undo it" }).press("Enter");
  const listed = page.getByRole("row", { name: new RegExp(file) });
  await expect(listed).toContainText("1 title removed, 1 copy removed, 1 title stays");
  await expect(listed.getByRole("button")).toHaveCount(0);

  await page.getByRole("link", { name: file }).click();
  await expect(stage(page, "The import is undone")).toBeVisible();
  const kept = page.getByRole("table", { name: "Titles that stay" });
  await expect(kept.getByRole("row", { name: new RegExp(edited) })).toContainText("Somebody edited it.");
  await page.goto("/admin/audit?kind=import");
  await expect(page.getByRole("row").filter({ hasText: "Undid an import" }).first()).toContainText(file);
});
