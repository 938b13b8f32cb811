import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { shippedOrder } from "#e2e/steps/orders.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

test("a manager counts loans by title and school, downloads them, and finds titles that nobody borrowed", async ({
  page,
  library,
}) => {
  await page.setViewportSize(wide);
  const order = (sku: string, quantity: number) =>
    shippedOrder(library.address, { title: `Report ${sku}`, sku, quantity, borrowerName: "Rhoda Report" });
  const { clerk, copy } = await order("RP101", 3);
  await order("RP102", 1);
  await clerk.tell("Returns/CheckIn", { inventoryItemId: copy(1).inventoryItemId });
  await clerk.enter(page);
  await page.goto("/admin/reports");
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();

  // both orders shipped on January 2 and were due on January 15
  await page.getByLabel("Count by").selectOption("Title");
  await page.getByRole("textbox", { name: "Start date" }).fill("2026-01-02");
  await page.getByRole("textbox", { name: "End date" }).fill("2026-01-02");
  await page.getByRole("button", { name: "Count", exact: true }).click();
  const table = page.getByRole("table", { name: "Loans by title" });
  const row = table.getByRole("row", { name: /Report RP101/ });
  await expect(row.getByRole("cell")).toHaveText(["#RP101", "3", "1", "3", "100%"]);
  await expect(table.getByRole("row", { name: /Report RP102/ })).toContainText("100%");
  await expect(page.getByText("Lost copies aren’t counted.")).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^loans-by-title-/);
  const rows: Record<string, string>[] = parse(await readFile(await download.path()), { bom: true, columns: true });
  expect(rows.find(({ SKU }) => SKU === "RP101")).toEqual({
    Title: "Report RP101",
    SKU: "RP101",
    Loans: "3",
    Orders: "1",
    "Returned or past due": "3",
    Late: "3",
    "Percent late": "1",
  });

  await page.setViewportSize(narrow);
  await page.getByLabel("Count by").selectOption("School");
  await page.getByRole("button", { name: "Count", exact: true }).click();
  await expect(page.getByRole("table", { name: "Loans by school" })).toBeVisible();
  // the other reports keep the period
  await page.getByRole("link", { name: "Unused titles" }).click();
  await expect(page.getByText(/^\d[\d,]* titles?$/)).toBeVisible(); // the other report has the same fields
  await expect(page.getByRole("textbox", { name: "Start date" })).toHaveValue("2026-01-02");
  await page.getByRole("textbox", { name: "Start date" }).fill("2026-02-01");
  await page.getByRole("textbox", { name: "End date" }).fill("");
  await page.getByRole("button", { name: "Count", exact: true }).click();
  await expect(page).toHaveURL(/from=2026-02-01/);
  await expect(page.getByText(/^\d[\d,]* titles?$/)).toBeVisible();
});
