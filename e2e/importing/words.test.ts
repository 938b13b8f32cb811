import { asClerk } from "#e2e/steps/as-clerk.ts";
import { aSheet, checkFile, savedIs, uploadFile } from "#e2e/steps/importing.ts";
import { chooseOn, pressOn, selectOn } from "#e2e/steps/keyboard.ts";
import { wide } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

const columns = ["Title", "SKU Number", "Description", "Category", "Subject", "Grades"];

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
  const unknown = page.getByRole("table", { name: "Words in the file that the library doesn’t have" });
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
  const shortened = page.getByRole("table", { name: "Shortened titles by row" });
  await expect(shortened.getByRole("row", { name: /^Row 2|^2/ })).toContainText("is shortened to");
  await expect(page.getByLabel(`Subject “${subject}” means`).locator("option:checked")).toHaveText("Safety");
  await press("Save all");
  await pressOn(page, page.getByRole("alertdialog").getByRole("button", { name: "Save all" }));
  await savedIs(page, ["3 titles added"]);

  await page.goto("/admin/import");
  await uploadFile(page, aSheet("next.csv", [columns, row("Four by keyboard", 4, category.toLowerCase())]));
  await checkFile(page);
  await expect(page.getByText("Every row is valid. Nothing is saved yet.")).toBeVisible();
});
