import { asClerk } from "#e2e/steps/as-clerk.ts";
import { aSheet, checkFile, savedIs, uploadFile } from "#e2e/steps/importing.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { expectNoSidewaysScroll, onBothScreens } from "#e2e/steps/screens.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const columns = ["Title", "SKU Number", "Description", "Category", "Subject", "Grades"];
const row = (title: string, sku: string, category: string) => [title, sku, "About it.", category, "At home", "All"];
const long = `Bicycles, ${"helmets and lights and signs and ".repeat(6)}bells`;

test("each unknown word is said once, by keyboard, and remembered; long titles are shortened on wish", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await asClerk(page, "/admin/import");
  const rows = [row(long, "WORD1", "Scroll"), row("Two", "WORD2", "Book"), row("Three", "WORD3", "Book")];
  await uploadFile(page, aSheet("words.csv", [columns, ...rows]));
  await page.getByRole("radio", { name: "Shorten it after a word, and list it" }).check();
  await checkFile(page);
  const words = page.getByRole("table", { name: "Words of the file that the library doesn’t have" });
  await expect(words.getByRole("row", { name: /^At home Subject 3 rows/ })).toBeVisible();
  await expect(words.getByRole("row", { name: /^Scroll Category 1 row/ })).toBeVisible();
  await expect(page.getByRole("table", { name: "Errors by row" })).toHaveCount(0);
  await onBothScreens(page, async () => {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
  await tabTo(page, "combobox", "Subject “At home” means");
  await page.keyboard.type("Safety");
  await tabTo(page, "combobox", "Category “Scroll” means");
  await page.keyboard.type("Book");
  await tabTo(page, "button", "Remember and check again");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Every row is valid. Nothing is saved yet.")).toBeVisible({ timeout: 30_000 });
  const shortened = page.getByRole("table", { name: "Shortened titles by row" });
  await expect(shortened.getByRole("row", { name: /^Row 2|^2/ })).toContainText("is shortened to");
  await expect(page.getByLabel("Subject “At home” means").locator("option:checked")).toHaveText("Safety");
  await onBothScreens(page, () => expectAccessible(page));
  await page.getByRole("button", { name: "Save all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save all" }).click();
  await savedIs(page, ["3 titles added"]);

  await page.goto("/admin/import");
  await uploadFile(page, aSheet("next.csv", [columns, row("Four", "WORD4", "scroll")]));
  await checkFile(page);
  await expect(page.getByText("Every row is valid. Nothing is saved yet.")).toBeVisible();
});
