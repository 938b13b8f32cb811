import { toast } from "#e2e/steps/toasts.ts";
import { expect } from "#e2e/test.ts";
import type { Page } from "@playwright/test";

/** Opens an order from the list of new orders. */
export async function openNewOrder(page: Page, orderId: number): Promise<void> {
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("heading", { name: "Recently Added Items" })).toBeVisible();
  await page.getByRole("link", { name: "Show only new orders" }).click();
  await expect(page.getByRole("link", { name: `Order #${orderId}`, exact: true })).toBeVisible();
  await page.getByRole("link", { name: `Order #${orderId}`, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order #${orderId}` })).toBeVisible();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Edit order #${orderId}` })).toBeVisible();
}

/** Saves a new status of the order, with an optional tracking number. */
export async function saveStatus(page: Page, status: string, tracking?: string): Promise<void> {
  await page.getByRole("radio", { name: status }).check();
  if (tracking) await page.getByLabel(/^Tracking number/).fill(tracking);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  if (status === "Returned") {
    await expect(page.getByRole("alertdialog")).toContainText(/ha(?:s|ve)n’t been checked in\./);
    await page.getByRole("button", { name: "Mark the order Returned" }).click();
  }
  await toast(page, "Order updated.");
  await expect(page).toHaveURL(/\/admin\/orderlist/);
}
