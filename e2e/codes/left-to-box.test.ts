import type { Page } from "@playwright/test";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import { newOrder, shippedOrder } from "#e2e/steps/shipping.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

const box = (page: Page) => page.getByRole("combobox", { name: "Scan or find anything" });
const options = (page: Page) => page.getByRole("listbox", { name: "What it may be" }).getByRole("option");
const best = (page: Page) => options(page).first();

/** A shipped order that its borrower says is on its way back with this number. */
async function sentBack(address: string, lent: Parameters<typeof shippedOrder>[1], trackingNumber: string) {
  const clerk = await clerkOf(address);
  const { borrower, ...placed } = await shippedOrder(clerk, lent);
  await borrower.tell(`Order/SentBack/${placed.orderId}`, { sentOn: "2026-01-14", trackingNumber });
  return { clerk, ...placed };
}

test("what the scanner of a page cannot use opens the scan box, best choice first, at 390 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [sku, number] = ["LB390", "9405503639099"];
  const { clerk, orderId } = await sentBack(
    library.address,
    { title: "Left 390", sku, quantity: 2 },
    `${number.slice(0, 4)} ${number.slice(4)}`,
  );
  const { orderId: waiting } = await newOrder(clerk, { title: "Waiting 390", sku: "LW390", quantity: 1 });
  await clerk.enter(page);

  // the order form: nothing of it is lost, and Escape leads back
  await page.goto(`/admin/editorder/${waiting}`);
  await expect(page.getByRole("button", { name: "Scan copies" })).toBeVisible();
  await expect(box(page)).toBeVisible();
  const tracking = page.getByLabel(/^Tracking number/);
  await tracking.fill("half typed");
  const scan = page.getByRole("button", { name: "Scan copies" });
  await scan.focus();
  await scanByHand(page, number);
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue(number);
  await expect(best(page)).toContainText(`Check in the parcel of order #${orderId}`);
  await expect(options(page).nth(1)).toContainText(`Open order #${orderId}`);
  await page.keyboard.press("Escape");
  await expect(scan).toBeFocused();
  await expect(box(page)).toHaveValue("");
  await expect(options(page)).toHaveCount(0);
  await expect(tracking).toHaveValue("half typed");
  // what is no code of ours stays one
  await scanByHand(page, "no such thing");
  await toast(page, "Invalid QR Code.");
  await expect(box(page)).not.toBeFocused();
  await tracking.fill("");

  // the inventory list: a SKU of several copies
  await page.goto("/admin/inventorylist");
  await expect(page.getByRole("button", { name: "Find by scan" })).toBeVisible();
  await page.getByRole("heading", { level: 1 }).focus();
  await scanByHand(page, `#${sku}`);
  await expect(box(page)).toBeFocused();
  await expect(best(page)).toContainText(`Check in#${sku} copy 1`);
  await expect(options(page).filter({ hasText: `Show title #${sku}` })).toBeVisible();
  await page.keyboard.press("Enter");
  await toast(page, `Checked in: Left 390, #${sku} copy 1.`);
  await expect(page).toHaveURL("/admin/inventorylist");

  // the return desk, in its field and outside: the parcel by its number, with Enter
  await page.goto("/admin/returns");
  const field = page.getByRole("textbox", { name: "Copy or order" });
  for (const place of [field, page.getByRole("heading", { level: 1 })]) {
    await place.focus();
    await scanByHand(page, number);
    await expect(box(page)).toBeFocused();
    await expect(best(page)).toContainText(`Check in the parcel of order #${orderId}`);
    await expect(field).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(box(page)).not.toBeFocused();
  }
  await scanByHand(page, number);
  await expect(best(page)).toContainText("Check in the parcel");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/admin/returns?order=${orderId}`);
  await expect(page.getByRole("button", { name: "Check in the copy" })).toBeVisible();
});
