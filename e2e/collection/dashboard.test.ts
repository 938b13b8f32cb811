import { asClerk } from "#e2e/steps/as-clerk.ts";
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { expect, test } from "#e2e/test.ts";

const button = { name: "Download Borrowers CSV" };

test("the dashboard shows new orders and new items, and downloads the borrowers list", async ({ page }) => {
  await asClerk(page);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  const recent = page.getByRole("table", { name: "Recently added items" });
  await expect(recent.getByRole("row")).toHaveCount(1 + 5);
  await expect(page.getByRole("link", { name: "Add New" })).toHaveAttribute("href", "/admin/item/add");
  await expect(page.getByRole("link", { name: "New Orders", exact: true })).toHaveAttribute("href", "/admin/orderlist");

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", button).click()]);
  await expect(page.getByText("Borrowers CSV downloaded.")).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  const rows: string[][] = parse(text, { bom: true });
  expect(rows[0]?.map((head) => head.toLowerCase())).toContain("district");
  expect(rows.length).toBeGreaterThan(2);
  expect(new Set(rows.map((row) => row.length)).size).toBe(1);

  await page.getByRole("link", { name: "Audit" }).click();
  await expect(page.getByRole("table").getByRole("row").nth(1)).toContainText("Downloaded the borrowers list");
});

test("a failed download says so, and can be retried", async ({ page }) => {
  await asClerk(page);
  await page.route("**/api/account/borrowers/csv", (route) => route.abort());
  await page.getByRole("button", button).click();
  await expect(page.getByText("The file couldn’t be downloaded. Please try again.")).toBeVisible();
  await page.unroute("**/api/account/borrowers/csv");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", button).click()]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await expect(page.getByText("The file couldn’t be downloaded. Please try again.")).toBeHidden();
});
