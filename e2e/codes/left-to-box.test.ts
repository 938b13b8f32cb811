import type { Page } from "@playwright/test";
import { writeLabel } from "#contract/labels.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { photoOf, withCamera } from "#e2e/steps/fake-camera.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import { newOrder, shippedOrder } from "#e2e/steps/shipping.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

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

test("a code in the picture that is no copy closes the camera's window and opens the box", async ({ library }) => {
  const { clerk: api, orderId } = await sentBack(
    library.address,
    { title: "Left by camera", sku: "LBCAM", quantity: 1 },
    "EJ 123 456 785 US",
  );
  const { orderId: waiting } = await newOrder(api, { title: "Waiting by camera", sku: "LWCAM", quantity: 1 });
  const viewport = { width: 390, height: 844 };
  await withCamera(library.address, { camera: { scenes: [{ seconds: 1 }] }, viewport }, async (clerk) => {
    await api.enter(clerk);
    await clerk.goto(`/admin/editorder/${waiting}`);
    await clerk.getByRole("button", { name: "Scan copies" }).click();
    const dialog = clerk.getByRole("dialog", { name: "Scan copies" });
    await dialog.getByLabel("Take a photo").setInputFiles(await photoOf("EJ123456785US"));
    await expect(dialog).toBeHidden();
    await expect(box(clerk)).toBeFocused();
    await expect(best(clerk)).toContainText(`Check in the parcel of order #${orderId}`);
    await expectAccessible(clerk);
  });
});

test("a copy that is out to another order is taken from there to the order on the screen, by keyboard at 1280 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const clerk = await clerkOf(library.address);
  const [sku, other] = ["EW1280", "EO1280"];
  const {
    orderId: from,
    itemId,
    copies,
  } = await shippedOrder(clerk, {
    title: "Elsewhere 1280",
    sku,
    quantity: 1,
  });
  const of = await shippedOrder(clerk, { title: "Another 1280", sku: other, quantity: 1 });
  // a second copy, which is on the shelf, so that it can be ordered
  await clerk.tell("Inventory/AddReferenceNumber", {
    ...(await clerk.ask<object>(`Inventory/Get/${itemId}`)),
    copies: 1,
  });
  const reader = await newBorrower(library.address, "reader-here-1280");
  const { data: cart } = await reader.tell<{ data: string }>(`Cart/AddItemToCart/${itemId}/1/false`);
  const { id: here } = await reader.tell<{ id: number }>(`Order/SaveOrder/0/${cart}`);
  const statusOf = async (id: number) => (await clerk.ask<{ statusName: string }>(`Order/Get/${id}`)).statusName;
  await clerk.enter(page);
  await page.goto(`/admin/editorder/${here}`);
  const tracking = page.getByLabel(/^Tracking number/);
  await tracking.fill("half typed");
  await scanByHand(page, writeLabel(copies[0] ?? { inventoryItemId: 0, skuNumber: "" }));
  await toast(page, `#${sku} copy 1: It is out on order #${from}, Dolores Huerta, Kings River School.`);
  await expect(page.getByRole("link", { name: `Open order #${from}` })).toBeVisible();
  await page.getByRole("button", { name: "Check in, then check out here" }).press("Enter");
  const chips = page.getByRole("list", { name: "Copies checked out" });
  await expect(chips.getByText(`#${sku} copy 1`, { exact: true })).toBeVisible();
  await expect.poll(() => statusOf(from)).toBe("Returned");
  await expect(page.getByText(`Checked in from order #${from}, and checked out here: #${sku} copy 1.`)).toBeVisible();
  await page.getByRole("button", { name: `Undo #${sku} copy 1`, exact: true }).press("Enter");
  await expect(chips).toHaveCount(0);
  await expect.poll(() => statusOf(from)).toBe("Shipped");
  await expect(tracking).toHaveValue("half typed");

  // of a title that this order does not have: it can only come back
  await scanByHand(page, writeLabel(of.copies[0] ?? { inventoryItemId: 0, skuNumber: "" }));
  await toast(page, `#${other} copy 1: It is out on order #${of.orderId}`);
  await expect(page.getByRole("button", { name: "Check in, then check out here" })).toHaveCount(0);
  await page.getByRole("button", { name: "Check in", exact: true }).press("Enter");
  await expect.poll(() => statusOf(of.orderId)).toBe("Returned");
  await page.getByRole("button", { name: `Undo #${other} copy 1`, exact: true }).press("Enter");
  await expect.poll(() => statusOf(of.orderId)).toBe("Shipped");
});

test("the box offers to check in a lost copy, and says for whom another is held, by keyboard at 390 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const clerk = await clerkOf(library.address);
  const [lost, held] = ["LX390", "HX390"];
  const { orderId } = await shippedOrder(clerk, { title: "Lost 390", sku: lost, quantity: 1 });
  type Loans = { orderItems: { orderInventoryItems: { orderInventoryItemId: number }[] }[] };
  const [line] = (await clerk.ask<Loans>(`Order/Get/${orderId}`)).orderItems;
  const { orderInventoryItemId } = line?.orderInventoryItems[0] ?? {};
  await clerk.tell("Cases/Open", { orderInventoryItemId, kind: "lost" });
  const kept = await shippedOrder(clerk, { title: "Held 390", sku: held, quantity: 1 });
  const next = await newBorrower(library.address, "next-390", { borrowerName: "Nora Next" });
  await next.tell(`Queue/Join/${kept.itemId}`);
  await clerk.tell("Returns/CheckIn", { inventoryItemId: kept.copies[0]?.inventoryItemId });
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await expect(box(page)).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type(`${held} copy 1`);
  await expect(best(page)).toContainText(`Show #${held} copy 1Held 390, held for Nora Next, Kings River School`);
  await expect(options(page).nth(1)).toContainText("Open the hold shelf");
  await box(page).fill("");
  await page.keyboard.type(`${lost} copy 1`);
  await expect(best(page)).toContainText("Check in (it was lost)");
  await expect(best(page)).toContainText(`from order #${orderId}, Dolores Huerta`);
  await page.keyboard.press("Enter");
  await toast(page, "It was lost: its case is closed.");
  await page.getByRole("button", { name: /^Scans/ }).click();
  await page.getByRole("button", { name: new RegExp("^Undo: Checked in: Lost 390") }).press("Enter");
  await toast(page, `Undone: #${lost} copy 1 is lost again.`);
});

test("another library's label with the number of a copy asks before anything is done, by keyboard at 1280 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const clerk = await clerkOf(library.address);
  const sku = "FL1280";
  const { orderId, copies } = await shippedOrder(clerk, { title: "Foreign 1280", sku, quantity: 1 });
  const foreign = writeLabel({ inventoryItemId: copies[0]?.inventoryItemId ?? 0, skuNumber: "THEIRS" });
  const status = async () => (await clerk.ask<{ statusName: string }>(`Order/Get/${orderId}`)).statusName;
  await clerk.enter(page);
  for (const path of ["/admin/dashboard", "/admin/returns"]) {
    await page.goto(path);
    await expect(box(page)).toBeVisible();
    await page.getByRole("heading", { level: 1 }).focus();
    await scanByHand(page, foreign);
    await expect(box(page)).toBeFocused();
    await expect(best(page)).toContainText(`Show #${sku} copy 1`);
    await expect(best(page)).toContainText("is it another library’s?");
    await expect(options(page)).toHaveCount(2);
    expect(await status()).toBe("Shipped");
    await page.keyboard.press("Escape");
  }
  await scanByHand(page, foreign);
  await expect(box(page)).toBeFocused();
  await expect(options(page)).toHaveCount(2);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await toast(page, `Checked in: Foreign 1280, #${sku} copy 1.`);
  expect(await status()).toBe("Returned");
});
