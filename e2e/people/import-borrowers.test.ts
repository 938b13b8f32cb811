import { asClerk } from "#e2e/steps/as-clerk.ts";
import { uploadFile } from "#e2e/steps/files.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

/** Twelve invented borrowers, as a spreadsheet in Europe saves them: with semicolons. */
function aList() {
  const rows = Array.from({ length: 12 }, (_, at) => [
    `Reader${at}, Alex`,
    `alex.reader${at}@list.example`,
    "559-555-0134",
    at % 2 === 0 ? "Oak Tree Academy" : "Meadow School",
    "Independent",
    `${at + 1} Elm St, Fresno, CA 93701`,
  ]);
  const head = ["Patron", "E-mail", "Telephone", "Site", "District", "Mailing address"];
  const text = [head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(";")).join("\r\n");
  return { name: "borrowers.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
}

test("a clerk imports 12 borrowers, invites them, and undoes the import", async ({ page }) => {
  await page.setViewportSize(narrow);
  await asClerk(page, "/admin/import");
  await uploadFile(page, aList(), "borrowers");
  await expect(page.getByLabel("Field for Site").locator("option:checked")).toHaveText("School");
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("heading", { name: "Check results" })).toBeVisible({ timeout: 60_000 });
  const results = page.getByRole("main").getByRole("listitem");
  await expect(results.filter({ hasText: "12 borrowers to add" })).toBeVisible();
  const schools = page.getByRole("table", { name: "Schools that aren’t in the directory" });
  await expect(schools.getByRole("row", { name: /Oak Tree Academy, Independent.*6 rows/ })).toBeVisible();

  await page.getByRole("button", { name: "Save all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save all" }).click();
  await expect(page.getByRole("heading", { name: "The import is saved" })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("12 borrowers imported, 0 invited, 0 have chosen a password.")).toBeVisible();
  const importPage = page.url();
  await page.goto("/admin/import");
  const card = page.getByRole("region", { name: "Invitations to imported borrowers" });
  // other journeys import borrowers, too
  await expect(card).toContainText(/\d+ borrowers imported, 0 invited/);
  await card.getByRole("button", { name: /^Send \d+ invitations$/ }).click();
  const question = page.getByRole("alertdialog", { name: /^Send \d+ invitations\?$/ });
  await expect(question).toContainText("The link works for 7 days.");
  await question.getByRole("button", { name: /^Send \d+ invitations$/ }).click();
  await expect(card).toBeHidden({ timeout: 60_000 });
  await page.goto(importPage);
  await expect(page.getByText("12 borrowers imported, 12 invited, 0 have chosen a password.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send 12 invitations again" })).toBeVisible();

  await page.getByRole("button", { name: "Undo the import" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes, undo it" }).click();
  await expect(results.filter({ hasText: "12 borrowers removed" })).toBeVisible({ timeout: 60_000 });
});
