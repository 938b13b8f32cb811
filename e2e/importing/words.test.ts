import { asClerk } from "#e2e/steps/as-clerk.ts";
import { aSheet, checkFile, savedIs, uploadFile } from "#e2e/steps/importing.ts";
import { chooseWith, pressWith, selectWith } from "#e2e/steps/keyboard.ts";
import { expectNoSidewaysScroll, narrow, onBothScreens, wide } from "#e2e/steps/screens.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const columns = ["Title", "SKU Number", "Description", "Category", "Subject", "Grades"];

for (const { screen, hand, words, sku } of [
  { screen: wide, hand: "keyboard", words: ["At home", "Scroll"], sku: "WRDK" },
  { screen: narrow, hand: "pointer", words: ["On the way", "Tape"], sku: "WRDP" },
] as const) {
  test(`each unknown word is said once and remembered, and long titles are shortened on wish, by ${hand} at ${screen.width} px`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    const [subject, category] = words;
    const row = (title: string, place: number, kind: string) => [
      title,
      `${sku}${place}`,
      "About it.",
      kind,
      subject,
      "All",
    ];
    const long = `Bicycles by ${hand}, ${"helmets and lights and signs and ".repeat(6)}bells`;
    const press = (name: string) => pressWith(hand, page, page.getByRole("button", { name, exact: true }));
    const looksRight = async () => {
      await onBothScreens(page, async () => {
        for (const colorScheme of ["dark", "light"] as const) {
          await page.emulateMedia({ colorScheme });
          await expectNoSidewaysScroll(page);
          await expectAccessible(page);
        }
      });
      await page.setViewportSize(screen);
    };
    await page.setViewportSize(screen);
    await asClerk(page, "/admin/import");
    const rows = [row(long, 1, category), row(`Two by ${hand}`, 2, "Book"), row(`Three by ${hand}`, 3, "Book")];
    await uploadFile(page, aSheet("words.csv", [columns, ...rows]));
    await chooseWith(hand, page, page.getByRole("radio", { name: "Shorten it after a word, and list it" }));
    await checkFile(page, hand);
    const unknown = page.getByRole("table", { name: "Words of the file that the library doesn’t have" });
    // on a phone each cell says the head of its column, too
    const said = (word: string, field: string, rows: string) =>
      unknown.getByRole("row", { name: new RegExp(`^${word} (Field )?${field} (Found in )?${rows} `) });
    await expect(said(subject, "Subject", "3 rows")).toBeVisible();
    await expect(said(category, "Category", "1 row")).toBeVisible();
    await expect(page.getByRole("table", { name: "Errors by row" })).toHaveCount(0);
    await looksRight();
    await selectWith(hand, page, page.getByLabel(`Subject “${subject}” means`), "Safety");
    await selectWith(hand, page, page.getByLabel(`Category “${category}” means`), "Book");
    await press("Remember and check again");
    await expect(page.getByText("Every row is valid. Nothing is saved yet.")).toBeVisible({ timeout: 30_000 });
    const shortened = page.getByRole("table", { name: "Shortened titles by row" });
    await expect(shortened.getByRole("row", { name: /^Row 2|^2/ })).toContainText("is shortened to");
    await expect(page.getByLabel(`Subject “${subject}” means`).locator("option:checked")).toHaveText("Safety");
    await looksRight();
    await press("Save all");
    await pressWith(hand, page, page.getByRole("alertdialog").getByRole("button", { name: "Save all" }));
    await savedIs(page, ["3 titles added"]);

    await page.goto("/admin/import");
    await uploadFile(page, aSheet("next.csv", [columns, row(`Four by ${hand}`, 4, category.toLowerCase())]));
    await checkFile(page, hand);
    await expect(page.getByText("Every row is valid. Nothing is saved yet.")).toBeVisible();
  });
}
