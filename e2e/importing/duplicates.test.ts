import type { Page } from "@playwright/test";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { aSheet, checkFile, savedIs, uploadFile } from "#e2e/steps/importing.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { expectNoSidewaysScroll, onBothScreens } from "#e2e/steps/screens.ts";
import { sent } from "#e2e/steps/stocking.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const columns = ["Title", "Description", "Category", "Subject", "Grades", "Copies"];
const row = (title: string) => [title, "About it.", "Book", "Safety", "All grades", "2"];
const pair = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
const inEveryLook = (page: Page) =>
  onBothScreens(page, async () => {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });

test("possible duplicates stand side by side, and are skipped, merged, or added, by keyboard, before and after the save", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await asClerk(page, "/admin/import");
  const body = { description: "Here before.", categoryId: 1, subjectId: 7, gradeId: 63, tags: "", copies: 1 };
  for (const [at, title] of ["The Double Helmet", "Double: Lights", "Double Signs"].entries())
    await sent(page, "Inventory/AddReferenceNumber", { ...body, title, referenceNumber: `DOUB${at}` });
  const sheet = aSheet("doubles.csv", [columns, row("double helmet"), row("Double lights"), row("Double signs")]);
  await uploadFile(page, sheet);
  await checkFile(page);
  const helmet = pair(page, "Row 2: double helmet");
  await expect(helmet.getByText("double helmet", { exact: true })).toBeVisible();
  await expect(helmet.getByText("differs in the library: The Double Helmet")).toBeVisible();
  await expect(helmet.getByText("differs in the library: 1")).toBeVisible();
  await inEveryLook(page);

  const forAll = page.getByRole("group", { name: "For all 3 rows" });
  await forAll.getByRole("button", { name: "Skip all" }).press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "already in the inventory, kept as is" })).toBeVisible();
  const merge = helmet.getByRole("button", { name: "Add its copies to that title" });
  await tabTo(page, "button", "Add its copies to that title");
  await expect(merge).toBeFocused();
  await page.keyboard.press("Space");
  await expect(merge).toHaveAttribute("aria-pressed", "true");
  await expect(merge).toBeFocused();
  await pair(page, "Row 4: Double signs").getByRole("button", { name: "Add as a new title" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "1 title to add" })).toBeVisible();
  await page.getByRole("button", { name: "Save all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save all" }).click();
  await savedIs(page, ["1 title added", "1 title merged into one that was there", "4 copies added"]);
  await expect(page.getByRole("heading", { name: "Possible duplicates" })).toHaveCount(0);

  await page.goto("/admin/import");
  await uploadFile(page, aSheet("again.csv", [columns, row("Double lights"), row("Double helmet")]));
  await checkFile(page);
  await page.getByRole("button", { name: "Save all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save all" }).click();
  await savedIs(page, ["2 titles added"]);
  await inEveryLook(page);
  await pair(page, "Row 2: Double lights").getByRole("button", { name: "Keep both" }).click();
  await expect(pair(page, "Row 2: Double lights")).toBeHidden();
  await pair(page, "Row 3: Double helmet").getByRole("button", { name: "Move its copies to that title" }).click();
  await expect(page.getByRole("heading", { name: "Possible duplicates" })).toBeHidden();
  await savedIs(page, ["1 title added", "1 title merged into one that was there"]);
  await page.goto("/admin/inventorylist?q=DOUB0");
  await expect(page.getByRole("row", { name: /The Double Helmet/ })).toContainText("5");
});
