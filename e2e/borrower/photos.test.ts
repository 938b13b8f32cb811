import type { Page } from "@playwright/test";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { aPhoto } from "#e2e/steps/pictures.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

type Order = { orderItems: { orderInventoryItems: { orderInventoryItemId: number }[] }[] };

/** Opens a photo and checks the large version. */
async function expectLarge(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name }).press("Enter");
  const large = page.getByRole("dialog", { name }).locator("img");
  await expect(large).toBeVisible();
  expect(await large.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(1200);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name })).toBeFocused();
}

test("a borrower reports damage with photos, and staff see them on the order and its claim", async ({
  page,
  library,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const clerk = await clerkOf(library.address);
  const lent = { title: "Photos 390", sku: "PB390", quantity: 1 };
  const { orderId, borrower } = await shippedOrder(clerk, lent);
  await borrower.enter(page);
  await page.goto(`/user/vieworder/${orderId}`);
  const dialog = page.getByRole("dialog");
  const picker = dialog.locator("input[type=file]");
  const photo = await aPhoto();

  await page.getByRole("button", { name: "Something is missing or damaged" }).press("Enter");
  await page.keyboard.type("Page 12 is torn");
  for (let n = 1; n <= 2; n += 1) {
    await picker.setInputFiles(photo);
    await expect(dialog.getByRole("img", { name: `Photo ${n}` })).toBeVisible();
  }
  // a reload loses nothing
  await page.reload();
  await expect(dialog.getByLabel("What happened")).toHaveValue("Page 12 is torn");
  await expect(dialog.getByRole("img", { name: "Photo 2" })).toBeVisible();
  await dialog.getByRole("button", { name: "Tell the library" }).click();
  await toast(page, "Thank you. We’ll look into it.");
  await expectLarge(page, "Photo 2");

  await clerk.enter(page);
  await page.goto(`/admin/orderdetails/${orderId}`);
  await expectLarge(page, "Photo 2 of the borrower’s report 1");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Page 12 is torn")).toBeVisible();
  await expect(page.getByRole("img", { name: "Photo 2 of the borrower’s report 1" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  const { orderItems } = await clerk.ask<Order>(`Order/Get/${orderId}`);
  const loan = orderItems[0]?.orderInventoryItems[0]?.orderInventoryItemId;
  const body = { orderInventoryItemId: loan, kind: "lost", cost: "5" };
  const { data } = await clerk.tell<{ data: { claimId: number } }>("Claims/Open", body);
  await page.goto(`/admin/claims/${data.claimId}`);
  await expect(page.getByRole("heading", { name: "Reported by the borrower" })).toBeVisible();
  await expectLarge(page, "Photo 1 of the borrower’s report 1");
});
