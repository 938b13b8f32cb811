import type { Page } from "@playwright/test";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { openChooser, tabOnTo, tabTo } from "#e2e/steps/keyboard.ts";
import { aPhoto, type PickedFile, wrongFiles } from "#e2e/steps/pictures.ts";
import { addTitle } from "#e2e/steps/stocking.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** Presses the link or button that Tab leads to. */
async function press(page: Page, role: "link" | "button", name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

/** Chooses a file by keyboard: only the picker's window is not a key press. */
async function pick(page: Page, file: PickedFile): Promise<void> {
  await tabOnTo(page, page.getByLabel(/^Choose a(nother)? picture/));
  const chooser = await openChooser(page);
  await chooser.setFiles(file);
}

test("the inventory is searched, filtered, paged, and opened by keyboard", async ({ page, library }) => {
  test.setTimeout(180_000);
  const title = "Quillwort by keyboard";
  await stock(await clerkOf(library.address), { title, sku: "KEYQ1" });
  await asClerk(page);
  await press(page, "link", "Inventory");
  await expect(heading(page, "Inventory")).toBeVisible();
  const inStock = page.getByRole("region", { name: "In Stock" });
  await tabOnTo(page, inStock.getByRole("link", { name: "Next page" }));
  await page.keyboard.press("Enter");
  await expect(inStock.getByText(/^Showing 11 - 20 of/)).toBeVisible();

  await tabTo(page, "searchbox", "Search");
  await page.keyboard.type("quillwort");
  await tabTo(page, "combobox", "Category");
  await page.keyboard.type("Boo");
  await press(page, "button", "Search");
  await expect(page).toHaveURL(/\?q=quillwort&category=1$/);
  await expect(inStock.getByText("Showing 1 - 1 of 1")).toBeVisible();
  const first = inStock.getByRole("link", { name: title, exact: true });
  await tabOnTo(page, first);
  await page.keyboard.press("Enter");
  await expect(heading(page, title)).toBeVisible();
  await press(page, "link", "Back to Inventory");
  await expect(page).toHaveURL(/\?q=quillwort&category=1$/);

  // one title and its history
  await tabOnTo(page, first);
  await page.keyboard.press("Enter");
  await expect(heading(page, title)).toBeFocused();
  await press(page, "link", "Edit");
  await expect(heading(page, "Edit item")).toBeVisible();
  await press(page, "link", "History");
  await expect(heading(page, "Audit")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/audit\?kind=item&id=\d+$/);
  await press(page, "link", "Clear this filter");
  await tabTo(page, "combobox", "What");
  await page.keyboard.type("New");
  await tabTo(page, "searchbox", "Search the audit");
  await page.keyboard.type("nobody called it this");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No records to display.")).toBeVisible();
  await expect(page).toHaveURL(/kind=news&q=nobody/);
  await press(page, "link", "Show everything");
  await expect(page).toHaveURL("/admin/audit");

  await press(page, "link", "Dashboard");
  await expect(heading(page, "Dashboard")).toBeFocused();
  await tabTo(page, "button", "Download Borrowers CSV");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await tabOnTo(page, page.getByRole("table", { name: "Recently added items" }).getByRole("link").first());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/viewitem\/\d+$/);
});

test("pictures and copies of a title are managed by keyboard", async ({ page }) => {
  test.setTimeout(180_000);
  await asClerk(page);
  await addTitle(page, { title: "No mouse", sku: "KEYS" }, 1);

  for (const [wrong, sentence] of wrongFiles()) {
    await pick(page, wrong);
    await expect(page.getByText(sentence)).toHaveCount(1);
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await pick(page, await aPhoto(300, 400));
  await expect(page.getByText("the cover.jpg", { exact: true })).toBeVisible();
  await tabTo(page, "textbox", /^Alternative text/);
  await page.keyboard.type("A keyboard");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Save");
  await page.keyboard.press("Enter");
  await toast(page, "Item Updated.");
  await pick(page, { ...(await aPhoto(400, 300)), name: "another.jpg" });
  await expect(page.getByText("another.jpg", { exact: true })).toBeVisible();
  await press(page, "button", "Remove picture");
  await expect(page.getByLabel("Choose a picture")).toBeFocused();
  await press(page, "button", "Save");
  await expect(page.getByText("Not saved yet")).toBeHidden();
  await page.reload();
  await expect(page.getByLabel("Choose a picture")).toBeVisible();

  const setInactive = page.getByRole("button", { name: "Set inactive #KEYS copy 1" });
  await tabOnTo(page, setInactive);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Set #KEYS copy 1 inactive?" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(setInactive).toBeFocused();
  await page.keyboard.press("Enter");
  await tabOnTo(page, dialog.getByRole("radio", { name: "In repair" }));
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: "Inspection" })).toBeChecked();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: "Damaged" })).toBeChecked();
  await tabOnTo(page, dialog.getByRole("button", { name: "Set inactive" }));
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /#KEYS copy 1/ }).getByText("Damaged")).toBeVisible();
  await expectAccessible(page);
  const setActive = page.getByRole("button", { name: "Set active #KEYS copy 1" });
  await expect(setActive).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(setInactive).toBeVisible();
  await expect(setInactive).toBeFocused();
});
