import type { Page } from "@playwright/test";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";

/** Chooses a language in the header, behind the menu on a narrow screen. */
async function speak(page: Page, language: string): Promise<void> {
  const link = page.getByRole("link", { name: language }).first();
  if (!(await link.isVisible())) await page.getByRole("button", { name: /^Men[uú]$/ }).click();
  await link.click();
}

test("a borrower sees what is lost and its cost, in Spanish too, and staff read of it where they pack and order", async ({
  page,
  library,
}) => {
  const clerk = await clerkOf(library.address);
  const { orderId, borrower } = await shippedOrder(clerk, { title: "Left on a bus", sku: "OWNCA", quantity: 1 });
  type Shown = { orderItems: { orderInventoryItems: { orderInventoryItemId: number }[] }[] };
  const { orderItems } = await clerk.ask<Shown>(`Order/Get/${orderId}`);
  const loan = orderItems[0]?.orderInventoryItems[0];
  await clerk.tell("Cases/Open", { ...loan, kind: "lost", cost: "24.50", note: "For staff only" });

  await borrower.enter(page);
  await page.goto(`/user/account/${borrower.userId}`);
  const open = page.getByRole("main").getByRole("list").filter({ hasText: "Left on a bus" });
  await expect(open).toContainText(`Left on a bus, #OWNCA copy 1, Order #${orderId}: Lost, $24.50`);
  await expect(page.getByText("Total: $24.50")).toBeVisible();
  await expect(page.getByText("For staff only")).toHaveCount(0);
  await speak(page, "Español");
  await expect(open).toContainText(`Pedido n.º ${orderId}: Perdido, $24.50`);
  await expect(page.getByText("Suma: $24.50")).toBeVisible();
  await speak(page, "English");

  await clerk.enter(page);
  for (const path of ["orderdetails", "editorder"]) {
    await page.goto(`/admin/${path}/${orderId}`);
    await expect(page.getByText("The borrower has 1 open case.")).toBeVisible();
  }
  await page.goto("/admin/callerorder");
  await page.getByRole("searchbox", { name: "Who is calling?" }).fill("Huerta");
  await page.getByRole("searchbox", { name: "Who is calling?" }).press("Enter");
  await expect(page.getByText("The borrower has 1 open case.").first()).toBeVisible();
  await page.getByRole("link", { name: "1 open case" }).first().click();
  await expect(page).toHaveURL(/\/admin\/borrowers\/\d+$/);
});
