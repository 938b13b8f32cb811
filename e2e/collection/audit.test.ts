import type { Page } from "@playwright/test";
import { asClerk, clerkOf } from "#e2e/steps/as-clerk.ts";
import { wide } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const rows = (page: Page) => page.getByRole("table").getByRole("row");

/** Gives the first new order a tracking number and a status; returns its number. */
async function shipAnOrder(page: Page, tracking: string): Promise<number> {
  await page.goto("/admin/orderlist?status=1");
  await page
    .getByRole("link", { name: /^Edit order #/ })
    .first()
    .click();
  await expect(heading(page, /^Edit order #/)).toBeVisible();
  const orderId = Number(/(\d+)$/.exec(new URL(page.url()).pathname)?.[1]);
  await page.getByRole("radio", { name: "Processing" }).check();
  await page.getByLabel(/^Tracking number/).fill(tracking);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Order updated.");
  return orderId;
}

test("the history of an order links to its changes, with days as everywhere, by pointer at 1280 px", async ({
  page,
  library,
}) => {
  test.setTimeout(180_000);
  const trackingNumber = "TRACK-1280";
  await page.setViewportSize(wide);
  await asClerk(page);
  const orderId = await shipAnOrder(page, trackingNumber);
  await page.goto(`/admin/orderdetails/${orderId}`);
  await page.getByRole("link", { name: "History" }).click();
  await expect(heading(page, "Audit")).toBeVisible();
  await expect(page).toHaveURL(`/admin/audit?kind=order&id=${orderId}`);
  const entry = rows(page).nth(1);
  await expect(entry.getByText("Set an order to Processing")).toBeVisible();
  await expect(entry).toContainText(/Status: was New, is now Processing/);
  await expect(entry).toContainText(`Tracking number: ${trackingNumber}`);
  for (const row of (await rows(page).all()).slice(1)) await expect(row).toContainText(`Order ${orderId}`);
  const due = { orderId, statusId: 2, trackingNumber, returnDate: "2031-04-09" };
  await (await clerkOf(library.address)).tell("Order/UpdateOrder/", due);
  await page.reload();
  await expect(entry).toContainText("Return date: Apr 9, 2031");
  await expect(entry).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M/);
  await expect(page.getByRole("table")).not.toContainText(/\d{4}-\d\d-\d\d/);
  await entry.getByRole("link").click();
  await expect(page).toHaveURL(`/admin/orderdetails/${orderId}`);
});
