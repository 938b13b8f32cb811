import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { aSheet, uploadFile } from "#e2e/steps/files.ts";
import { mailTo, test } from "#e2e/steps/mail.ts";
import { newOrder } from "#e2e/steps/orders.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { expect } from "#e2e/test.ts";
import { aTrackingNumber } from "#server/test/tracking-number.ts";

test("a clerk exports packed orders to a postage program and imports its tracking numbers", async ({
  page,
  library,
  mailServer,
}) => {
  await page.setViewportSize(wide);
  const order = (sku: string, borrowerName: string) =>
    newOrder(library.address, { title: `Poster ${sku}`, sku, quantity: 2, borrowerName });
  const [first, second] = [await order("PO101", "Petra Postlethwaite"), await order("PO102", "Paul Postlethwaite")];
  const { clerk } = first;
  for (const { orderId } of [first, second]) await clerk.tell(`Order/CheckOutAll/${orderId}`);
  const item = await clerk.ask<object>(`Inventory/Get/${first.itemId}`);
  await clerk.tell(`Inventory/UpdateInventory/${first.itemId}`, { ...item, weight: "1.5" });

  await clerk.enter(page);
  await page.goto("/admin/orderlist?q=Postlethwaite&sort=oldest");
  await page.getByRole("checkbox", { name: "Select all 2" }).click();
  await page.getByRole("link", { name: "Postage for selected orders" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Postage" })).toBeVisible();
  const table = page.getByRole("table", { name: "Packages to mail" });
  await expect(table.getByRole("row", { name: `#${first.orderId}` })).toContainText("3 lb");
  await expect(table.getByRole("row", { name: `#${second.orderId}` })).toContainText(
    "Unknown. No weight for Poster PO102",
  );

  await page.getByLabel("Postage program", { exact: true }).selectOption("Stamps.com");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download 2 addresses" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^postage-stamps-\d{4}-\d{2}-\d{2}\.csv$/);
  const rows: Record<string, string>[] = parse(await readFile(await download.path()), { bom: true, columns: true });
  expect(rows.map((row) => [row["Order ID (required)"], row["Ship To - Name"], row["Total Weight in Oz"]])).toEqual([
    [String(first.orderId), "Petra Postlethwaite", "48"],
    [String(second.orderId), "Paul Postlethwaite", ""],
  ]);

  // the program has its own columns, and one label is on the wrong package
  await page.setViewportSize(narrow);
  const [number, wrong] = [aTrackingNumber(101), aTrackingNumber(102)];
  const head = ["Order ID", "Date Printed", "Recipient", "Zip Code", "Tracking #"];
  const row = (orderId: number, name: string, tracking: string) => [
    String(orderId),
    "3/2/2026",
    name,
    "93701-1842",
    tracking,
  ];
  const sheet = aSheet("stamps export.csv", [
    head,
    row(first.orderId, "PETRA POSTLETHWAITE", number),
    row(second.orderId, "PETRA POSTLETHWAITE", wrong),
  ]);
  await uploadFile(page, sheet, "tracking numbers");
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("heading", { name: "Check results" })).toBeVisible({ timeout: 60_000 });
  const faults = page.getByRole("table", { name: "Errors by row" });
  await expect(faults).toContainText(
    `Order #${second.orderId} ships to Paul Postlethwaite, Kings River School, and this package went to “PETRA POSTLETHWAITE”.`,
  );
  await expect(page.getByRole("table", { name: "What saving will do" })).toContainText(
    `Order #${first.orderId} for Petra Postlethwaite, Kings River School, ships with USPS.`,
  );
  expect(await first.status()).toBe("New");

  await page.getByRole("button", { name: "Save the valid rows" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save the valid rows" }).click();
  await expect(page.getByRole("heading", { name: "The import is saved" })).toBeVisible({ timeout: 60_000 });
  expect(await first.status()).toBe("Shipped");
  expect(await second.status()).toBe("New");
  const mail = await mailTo(mailServer, "reader-PO101@school.example", `order #${first.orderId} is on its way`);
  expect(mail.text).toContain(number);
  await page.getByRole("link", { name: "Import another file" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Postage" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: `#${second.orderId}` })).toBeVisible();
  await expect(main.getByRole("link", { name: `#${first.orderId}` })).toHaveCount(0);
});
