import { administrator } from "#e2e/library.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { aNewcomer, checkOut, register, searchAndAdd, stockOf } from "#e2e/steps/borrowing.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";
import type { Page } from "@playwright/test";

const [words, title] = ["vaping students", "How to talk to students about vaping"];

test.use({ viewport: narrow });

test("a borrower orders a title, and the library ships it and takes it back", async ({ page, someoneElse }) => {
  test.setTimeout(180_000);
  const newcomer = aNewcomer("loop");
  const clerk = await someoneElse({ viewport: narrow });

  await searchAndAdd(page, words, title, 2);
  const itemId = /\/user\/viewitem\/(\d+)/.exec(page.url())?.[1] ?? "";
  const stock = await stockOf(page, itemId);
  await register(page, newcomer);
  await page.getByLabel("Username").fill(newcomer.userName);
  await page.getByLabel("Password", { exact: true }).fill(newcomer.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Welcome back ${newcomer.name}!` })).toBeVisible();
  const orderId = await checkOut(page);
  expect(await stockOf(page, itemId)).toBe(stock - 2);

  await logIn(clerk, "admin", administrator.userName, administrator.password);
  await openNewOrder(clerk, orderId);
  await clerk.getByRole("button", { name: /^Check-out 2 copies/ }).click();
  await toast(clerk, "SKU assigned.");
  await expect(clerk.getByText("2 of 2 checked out")).toBeVisible();
  await saveStatus(clerk, "Shipped", "9400111899223197428490");

  await page.goto("/user/login");
  await page.getByRole("link", { name: "View Order History" }).click();
  const active = page.getByRole("region", { name: "Active Orders" });
  await expect(active.getByText(title)).toBeVisible();
  await expect(active.getByText("Shipped")).toBeVisible();
  await expect(page.getByRole("region", { name: "Previous Orders" }).getByText("No orders to display.")).toBeVisible();
  await page.goto(`/user/vieworder/${orderId}`);
  await expect(page.getByText("9400111899223197428490")).toBeVisible();

  await clerk.goto(`/admin/editorder/${orderId}`);
  await saveStatus(clerk, "Returned");
  await page.goBack();
  await page.reload();
  await expect(page.getByRole("region", { name: "Previous Orders" }).getByText(title)).toBeVisible();
  await expect(active.getByText("No orders to display.")).toBeVisible();
  expect(await stockOf(page, itemId)).toBe(stock);
});

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
