import { asClerk } from "#e2e/steps/as-clerk.ts";
import { aSheet, checkFile, savedIs, uploadFile } from "#e2e/steps/importing.ts";
import { pressOn } from "#e2e/steps/keyboard.ts";
import { onBothScreens, wide } from "#e2e/steps/screens.ts";
import { sent } from "#e2e/steps/stocking.ts";
import { expect, test } from "#e2e/test.ts";

const columns = ["Title", "Description", "Category", "Subject", "Grades", "Copies"];
const row = (title: string) => [title, "About it.", "Book", "Safety", "All grades", "2"];

test("a clerk skips a possible duplicate of an import and saves the rest, by keyboard", async ({ page }) => {
  await page.setViewportSize(wide);
  await asClerk(page, "/admin/import");
  const body = { description: "Here before.", categoryId: 1, subjectId: 7, gradeId: 63, tags: "", copies: 1 };
  const titles = ["The Double helmet", "Double: lights", "Double signs"];
  for (const [at, title] of titles.entries())
    await sent(page, "Inventory/AddReferenceNumber", { ...body, title, referenceNumber: `DOUB${at}` });
  const rows = ["double helmet", "double lights", "double signs"].map(row);
  await uploadFile(page, aSheet("doubles.csv", [columns, ...rows]));
  await checkFile(page);
  await expect(page.getByText("3 new titles may already be in the inventory.")).toBeVisible();
  const first = page.getByRole("row").filter({ hasText: "double helmet" });
  await expect(first.getByRole("link", { name: "The Double helmet (#DOUB0)" })).toBeVisible();
  await onBothScreens(page, async () => {});
  await page.setViewportSize(wide);
  await pressOn(page, page.getByRole("button", { name: "Skip all" }));
  await expect(page.getByRole("listitem").filter({ hasText: "already in the inventory, kept as is" })).toBeVisible();
  const skip = page.getByRole("checkbox", { name: "Skip row 4" });
  await expect(skip).toBeChecked();
  await skip.press("Space");
  await expect(skip).not.toBeChecked();
  await expect(page.getByRole("listitem").filter({ hasText: "1 title to add" })).toBeVisible();
  await pressOn(page, page.getByRole("button", { name: "Save all" }));
  await pressOn(page, page.getByRole("alertdialog").getByRole("button", { name: "Save all" }));
  await savedIs(page, ["1 title added", "2 copies added"]);
});
