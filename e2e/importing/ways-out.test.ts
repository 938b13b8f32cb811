import type { Page } from "@playwright/test";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { aSheet, checkFile, savedIs, uploadFile } from "#e2e/steps/importing.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { sent } from "#e2e/steps/stocking.ts";
import { expect, test } from "#e2e/test.ts";

const stage = (page: Page, name: string) => page.getByRole("heading", { level: 2, name, exact: true });
const columns = ["Title", "SKU Number", "Description", "Category", "Subject", "Grades"];

test("a saved import is undone by keyboard, and a title edited since is kept and named", async ({ page }) => {
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
  await expect(listed).toContainText("1 title removed, 1 copy removed, 1 title kept");
  await expect(listed.getByRole("button")).toHaveCount(0);

  await page.getByRole("link", { name: file }).click();
  await expect(stage(page, "The import is undone")).toBeVisible();
  const kept = page.getByRole("table", { name: "Kept titles" });
  await expect(kept.getByRole("row", { name: new RegExp(edited) })).toContainText("Someone edited it.");
  await page.goto("/admin/activity-log?kind=import");
  await expect(page.getByRole("row").filter({ hasText: "Undid an import" }).first()).toContainText(file);
});
