import { asClerk } from "#e2e/steps/as-clerk.ts";
import { type PickedFile, uploadFile } from "#e2e/steps/files.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import { wide } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";
import type { Page } from "@playwright/test";

const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toLocaleDateString("en-US", { timeZone: "America/Los_Angeles" });
const sku = (number: number) => `K${String(number).padStart(4, "0")}`;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

/** Returns a list as an old Excel saves it: in Windows-1252, with semicolons and a title above the columns. */
function aList(name: string, rows: readonly (readonly string[])[]): PickedFile {
  const text = [["Kings River Resource Center"], [], ...rows].map((row) => row.join(";")).join("\r\n");
  return { name, mimeType: "text/csv", buffer: Buffer.from(text.replaceAll("’", "\u0092"), "latin1") };
}

/** Checks the uploaded file, expects these results, and saves it. */
async function save(page: Page, valid: string, saved: string, button = "Save all"): Promise<void> {
  const results = page.getByRole("main").getByRole("listitem");
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("heading", { name: "Check results" })).toBeVisible({ timeout: 60_000 });
  await expect(results.filter({ hasText: valid })).toBeVisible();
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: button }).click();
  await expect(page.getByRole("heading", { name: "The import is saved" })).toBeVisible({ timeout: 60_000 });
  await expect(results.filter({ hasText: saved })).toBeVisible();
}

test("a center moves in with 500 titles, 300 borrowers, and 120 open loans, and scans a package back in", async ({
  page,
}) => {
  test.setTimeout(300_000);
  await page.setViewportSize(wide);

  await asClerk(page, "/admin/import");
  const titles = numbers(500).map((n) => [`Piñata’s tale ${n}`, sku(n), "For the classroom.", "Book", "Safety", "K-2"]);
  await uploadFile(
    page,
    aList("our titles.csv", [["Title", "Call No", "Summary", "Type", "Topic", "Grades"], ...titles]),
  );
  await expect(page.getByLabel("Field for Call No").locator("option:checked")).toHaveText("SKU Number");
  await save(page, "500 titles to add", "500 titles added");

  await page.goto("/admin/import");
  const borrowers = numbers(300).map((n) => [
    `Mo Mover ${n}`,
    `mover${n}@school.example`,
    "559-555-0134",
    "Meadow School",
    "Independent",
    `${n} Elm St, Fresno, CA 93701`,
  ]);
  await uploadFile(
    page,
    aList("people.csv", [["Patron", "E-mail", "Telephone", "Site", "District", "Mailing address"], ...borrowers]),
    "borrowers",
  );
  await save(page, "300 borrowers to add", "300 borrowers added");

  await page.goto("/admin/import");
  // every second package is overdue; the one to Mo Mover 7 had this label
  const [tracking, onTheLabel] = ["9400111899223197428490", "4209460712349400111899223197428490"];
  const loans = numbers(120).map((n) => [
    `${sku(n)}-1`,
    `mover${n}@school.example`,
    day(n % 2 === 0 ? 20 : -10),
    n === 7 ? onTheLabel : "",
  ]);
  const twice = [`${sku(1)}-1`, "mover2@school.example", day(20), ""];
  await uploadFile(
    page,
    aList("loans.csv", [["Copy", "Teacher Email", "Return by", "Tracking"], ...loans, twice]),
    "loans",
  );
  await expect(page.getByLabel("Field for Copy").locator("option:checked")).toHaveText("Label");
  await save(page, "120 loans to add", "120 loans added", "Save the valid rows");

  // the labels are those on the books
  await page.goto("/admin/labels");
  await page.getByRole("searchbox").first().fill("Piñata’s tale 7");
  await page.keyboard.press("Enter");
  await expect(page.getByText("#K0007 copy 1", { exact: true })).toBeVisible();

  await page.goto("/admin/returns");
  await scanByHand(page, onTheLabel);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: /, Mo Mover 7: 1 still out$/ })).toBeVisible();
  await expect(main.getByRole("checkbox", { name: "Piñata’s tale 7, #K0007 copy 1" })).toBeChecked();
  await main.getByRole("button", { name: "Check in the copy" }).click();
  const returned = main.getByRole("listitem").filter({ hasText: "Back on the shelf" });
  await expect(returned).toContainText("Piñata’s tale 7");
  await expect(returned).toContainText("10 days late");

  await page.goto(`/admin/orderlist?q=${tracking}`);
  await page
    .getByRole("row", { name: /Mo Mover 7/ })
    .getByRole("link")
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /^Order #\d+$/ })).toBeVisible();
  await expect(main.getByText("Imported", { exact: true })).toBeVisible();
  await expect(main.getByText(tracking, { exact: true })).toBeVisible();
  await expect(main.getByText("Terms accepted")).toHaveCount(0);
});
