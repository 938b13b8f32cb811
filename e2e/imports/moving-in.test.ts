import { newBorrower } from "#e2e/steps/api.ts";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { aSheet, uploadFile } from "#e2e/steps/files.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import { wide } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";
import { aTrackingNumber } from "#server/test/tracking-number.ts";

const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toLocaleDateString("en-US", { timeZone: "America/Los_Angeles" });

test("a center moves in with its open loans, prints a label, and scans a package back in", async ({
  page,
  library,
}) => {
  await page.setViewportSize(wide);
  const clerk = await clerkOf(library.address);
  const skus = ["K0001", "K0002", "K0003"];
  for (const sku of skus) {
    await stock(clerk, { title: `Piñata’s tale ${sku}`, sku });
    await newBorrower(library.address, `mover${sku}`, { borrowerName: `Mo Mover ${sku}` });
  }
  await asClerk(page, "/admin/import");
  // the package to the second borrower, which is overdue, had this label
  const tracking = aTrackingNumber(103);
  const onTheLabel = `420946071234${tracking}`;
  const loans = skus.map((sku, at) => [
    `${sku}-1`,
    `mover${sku}@school.example`,
    day(at === 1 ? -10 : 20),
    at === 1 ? onTheLabel : "",
  ]);
  const twice = ["K0001-1", "moverK0002@school.example", day(20), ""];
  const columns = ["Copy", "Teacher Email", "Return by", "Tracking"];
  await uploadFile(page, aSheet("loans.csv", [columns, ...loans, twice]), "loans");
  await expect(page.getByLabel("Field for Copy").locator("option:checked")).toHaveText("Label");
  const results = page.getByRole("main").getByRole("listitem");
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(results.filter({ hasText: "3 loans to add" })).toBeVisible();
  await page.getByRole("button", { name: "Save the valid rows" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save the valid rows" }).click();
  await expect(results.filter({ hasText: "3 loans added" })).toBeVisible();

  // the labels are those on the books
  await page.goto("/admin/labels");
  await page.getByRole("searchbox").first().fill("Piñata’s tale K0002");
  await page.keyboard.press("Enter");
  await expect(page.getByText("#K0002 copy 1", { exact: true })).toBeVisible();

  await page.goto("/admin/returns");
  await expect(page.getByText("Nothing checked in yet.")).toBeVisible();
  await scanByHand(page, onTheLabel);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: /, Mo Mover K0002: 1 still out$/ })).toBeVisible();
  await expect(main.getByRole("checkbox", { name: "Piñata’s tale K0002, #K0002 copy 1" })).toBeChecked();
  await main.getByRole("button", { name: "Check in the copy" }).click();
  const returned = main.getByRole("listitem").filter({ hasText: "Back on the shelf" });
  await expect(returned).toContainText("Piñata’s tale K0002");
  await expect(returned).toContainText("10 days late");

  await page.goto(`/admin/orderlist?q=${tracking}`);
  await page
    .getByRole("row", { name: /Mo Mover K0002/ })
    .getByRole("link")
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /^Order #\d+$/ })).toBeVisible();
  await expect(main.getByText("Imported", { exact: true })).toBeVisible();
  await expect(main.getByText(tracking, { exact: true })).toBeVisible();
  await expect(main.getByText("Terms accepted")).toHaveCount(0);
});
