import type { Locator, Page } from "@playwright/test";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { aSheet, checkFile, savedIs, uploadFile } from "#e2e/steps/importing.ts";
import { pressOn } from "#e2e/steps/keyboard.ts";
import { expectNoSidewaysScroll, onBothScreens, wide } from "#e2e/steps/screens.ts";
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

test("possible duplicates stand side by side, and are skipped, merged, or added, before and after the save, by keyboard at 1280 px", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const [one, two, three] = ["helmet", "lights", "signs"];
  const press = (button: Locator) => pressOn(page, button);
  const saveAll = async () => {
    await press(page.getByRole("button", { name: "Save all" }));
    await press(page.getByRole("alertdialog").getByRole("button", { name: "Save all" }));
  };
  await asClerk(page, "/admin/import");
  const body = { description: "Here before.", categoryId: 1, subjectId: 7, gradeId: 63, tags: "", copies: 1 };
  for (const [at, title] of [`The Double ${one}`, `Double: ${two}`, `Double ${three}`].entries())
    await sent(page, "Inventory/AddReferenceNumber", { ...body, title, referenceNumber: `DOUB${at}` });
  await uploadFile(
    page,
    aSheet("doubles.csv", [columns, ...["helmet", "lights", "signs"].map((word) => row(`double ${word}`))]),
  );
  await checkFile(page);
  const first = pair(page, `Row 2: double ${one}`);
  await expect(first.getByText(`double ${one}`, { exact: true })).toBeVisible();
  await expect(first.getByText(`differs in the library: The Double ${one}`)).toBeVisible();
  await expect(first.getByText("differs in the library: 1")).toBeVisible();
  await inEveryLook(page);
  await page.setViewportSize(wide);

  await press(page.getByRole("group", { name: "For all 3 rows" }).getByRole("button", { name: "Skip all" }));
  await expect(page.getByRole("listitem").filter({ hasText: "already in the inventory, kept as is" })).toBeVisible();
  const merge = first.getByRole("button", { name: "Add its copies to that title" });
  await press(merge);
  await expect(merge).toHaveAttribute("aria-pressed", "true");
  await expect(merge).toBeFocused();
  await press(pair(page, `Row 4: double ${three}`).getByRole("button", { name: "Add as a new title" }));
  await expect(page.getByRole("listitem").filter({ hasText: "1 title to add" })).toBeVisible();
  await saveAll();
  await savedIs(page, ["1 title added", "1 title merged into one that was there", "4 copies added"]);
  await expect(page.getByRole("heading", { name: "Possible duplicates" })).toHaveCount(0);

  await page.goto("/admin/import");
  await uploadFile(page, aSheet("again.csv", [columns, row(`Double ${two}`), row(`Double ${one}`)]));
  await checkFile(page);
  await saveAll();
  await savedIs(page, ["2 titles added"]);
  await inEveryLook(page);
  await page.setViewportSize(wide);
  await press(pair(page, `Row 2: Double ${two}`).getByRole("button", { name: "Keep both" }));
  await expect(pair(page, `Row 2: Double ${two}`)).toBeHidden();
  await press(pair(page, `Row 3: Double ${one}`).getByRole("button", { name: "Move its copies to that title" }));
  await expect(page.getByRole("heading", { name: "Possible duplicates" })).toBeHidden();
  await savedIs(page, ["1 title added", "1 title merged into one that was there"]);
  await page.goto("/admin/inventorylist?q=DOUB0");
  await expect(page.getByRole("row", { name: new RegExp(`The Double ${one}`) })).toContainText("5");
});
