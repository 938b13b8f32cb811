import { writeLabel } from "#contract/catalog/label-code.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { aSheet, uploadFile } from "#e2e/steps/files.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import { wide } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toLocaleDateString("en-US", { timeZone: "America/Los_Angeles" });

test("a center brings its 120 open loans along, and scans one back in", async ({ page, library }) => {
  test.setTimeout(240_000);
  const clerk = await clerkOf(library.address);
  const skus = ["MV101", "MV102", "MV103"];
  const titles = await Promise.all(
    skus.map((sku, place) => stock(clerk, { title: `Moving kit ${place + 1}`, sku }, 40)),
  );
  const teachers = Array.from({ length: 12 }, (_, place) => `mover${place + 1}`);
  for (const userName of teachers)
    await newBorrower(library.address, userName, { borrowerName: `Mo Mover ${userName.slice(5)}` });
  // each teacher has two packages of five copies, one of them overdue
  const loans = skus.flatMap((sku) =>
    Array.from({ length: 40 }, (_, place) => [
      `${sku}-${place + 1}`,
      `${teachers[place % 12]}@school.example`,
      place % 24 < 12 ? day(-10) : day(20),
    ]),
  );
  const list = [["Copy", "Teacher Email", "Return by"], ...loans, ["MV101-1", "mover2@school.example", day(20)]];

  await clerk.enter(page);
  await page.setViewportSize(wide);
  await page.goto("/admin/import");
  await uploadFile(page, aSheet("loans.csv", list), "loans");
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("heading", { name: "Check results" })).toBeVisible({ timeout: 30_000 });
  const results = page.getByRole("main").getByRole("listitem");
  await expect(results.filter({ hasText: "120 loans to add" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Errors by row" })).toContainText("#MV101 copy 1 is already in row 2.");
  const packages = page.getByRole("region", { name: "Packages to add" });
  await expect(packages.getByRole("row", { name: /^Mo Mover 1,/ }).first()).toContainText("#MV101 copy 1)");

  await page.getByRole("button", { name: "Save the valid rows" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save the valid rows" }).click();
  await expect(page.getByRole("heading", { name: "The import is saved" })).toBeVisible({ timeout: 30_000 });
  await expect(results.filter({ hasText: "120 loans added" })).toBeVisible();

  await page.getByRole("link", { name: "Go to the orders" }).click();
  await page.getByRole("searchbox").first().fill("Mover 7");
  await page.keyboard.press("Enter");
  await page
    .getByRole("row", { name: /Mo Mover 7/ })
    .filter({ hasText: /overdue|late/i })
    .getByRole("link")
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /^Order #\d+$/ })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByText("Imported", { exact: true })).toBeVisible();
  await expect(main.getByText("Terms accepted")).toHaveCount(0);
  await expect(main.getByText("#MV101 copy 7", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Check in", exact: true }).click();
  const copy = titles[0]?.copies[6];
  await scanByHand(page, writeLabel({ inventoryItemId: copy?.inventoryItemId ?? 0, skuNumber: copy?.skuNumber ?? "" }));
  const returned = page
    .getByRole("listitem")
    .filter({ hasText: "Moving kit 1" })
    .filter({ hasText: "Back on the shelf" });
  await expect(returned).toContainText("Mo Mover 7");
  await expect(returned).toContainText("10 days late");
});
