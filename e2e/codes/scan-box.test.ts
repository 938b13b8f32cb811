import type { Page } from "@playwright/test";
import { writeSlip } from "#contract/desk/slip-code.ts";
import { writeLabel } from "#contract/labels.ts";
import { administrator } from "#e2e/library.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { photoOf, withCamera } from "#e2e/steps/fake-camera.ts";
import { scanByHand, tabTo } from "#e2e/steps/keyboard.ts";
import { orderAtDesk, parcelAtDesk } from "#e2e/steps/shipping.ts";
import { formerLabel } from "#e2e/steps/stocking.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const box = (page: Page) => page.getByRole("combobox", { name: "Scan or find anything" });
const options = (page: Page) => page.getByRole("listbox", { name: "What it may be" }).getByRole("option");
const best = (page: Page) => options(page).first();
const said = (page: Page, words: string | RegExp) => page.locator("[data-toast-region]").getByText(words);
const scans = (page: Page) => page.getByRole("region", { name: "Scans of this session" });
const showScans = (page: Page) => page.getByRole("button", { name: /^Scans/ }).click();

test("a copy is checked in by its label without leaving the page, and in the box itself, at 390 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sku = "SB390";
  const { clerk, copy, status } = await parcelAtDesk(library.address, {
    title: "Skeleton 390",
    sku,
    quantity: 2,
  });
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await expect(box(page)).toBeVisible();
  await scanByHand(page, writeLabel(copy(0)));
  await expect(
    said(page, `Checked in: Skeleton 390, #${sku} copy 1. Back on the shelf. 1 of 2 still out.`),
  ).toBeVisible();
  await expect(page).toHaveURL("/admin/dashboard");
  // in the box itself; a label out of date says so
  await box(page).focus();
  await scanByHand(page, await formerLabel(library.address, copy(1)));
  await expect(
    said(page, /copy 2\. .* Everything is back\. This label is out of date\. Print a new one\./),
  ).toBeVisible();
  await expect(box(page)).toHaveValue("");
  await expect.poll(status).toBe("Returned");
  await showScans(page);
  await expect(scans(page).getByRole("listitem")).toHaveCount(2);
  await scanByHand(page, "no such thing");
  await expect(said(page, "Nothing is known as “no such thing”.")).toBeVisible();
  await scanByHand(page, writeLabel({ inventoryItemId: 999_999, skuNumber: "B1" }));
  await expect(said(page, /^No copy of this library has this label\./)).toBeVisible();
});

test("each check-in of the session can be undone, at 390 px", async ({ page, library }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sku = "SU390";
  const { clerk, copy, status } = await parcelAtDesk(library.address, {
    title: "Undo 390",
    sku,
    quantity: 2,
  });
  await clerk.enter(page);
  await page.goto("/admin/audit");
  const search = page.getByRole("searchbox", { name: "Search the audit" });
  await search.fill("half typed");
  for (const place of [0, 1]) await scanByHand(page, writeLabel(copy(place)));
  await expect.poll(status).toBe("Returned");
  await expect(search).toHaveValue("half typed");
  await showScans(page);
  await expect(scans(page).getByRole("listitem")).toHaveCount(2);
  await scans(page)
    .getByRole("button", { name: new RegExp(`^Undo: .*#${sku} copy 2`) })
    .click();
  await expect.poll(status).toBe("Shipped");
  await expect(scans(page).getByText("Undone.")).toBeVisible();
  await expect(scans(page).getByText(`Undone: #${sku} copy 2 is out again.`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(scans(page)).toBeHidden();
});

test("the box says what a text may be and does the best by Enter, by keyboard, at 390 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sku = "SK390";
  const order = { title: "Lungs 390", sku, quantity: 1, borrowerName: "Wilhelmina Quist390" };
  const { clerk, orderId, copy, status } = await parcelAtDesk(library.address, order);
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await expect(box(page)).toBeVisible();
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("quist390");
  await expect(best(page)).toContainText(`Open order #${orderId}`);
  await expect(options(page).filter({ hasText: "Show borrower Wilhelmina Quist390" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/admin/orderdetails/${orderId}`);
  await expect(page.getByRole("heading", { level: 1, name: `Order #${orderId}` })).toBeFocused(); // it has arrived

  // typed: a copy that is out is checked in
  await page.keyboard.press("/");
  await page.keyboard.type(`${sku} copy 1`);
  await expect(best(page)).toContainText("Check in");
  await page.keyboard.press("ArrowDown");
  await expect(options(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(said(page, /^Checked in/)).toBeVisible();
  await expect.poll(status).toBe("Returned");
  // Enter before the answer is there waits for it
  await page.keyboard.press("/");
  await page.keyboard.type(`#${sku}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`copy=${copy(0).inventoryItemId}|/admin/viewitem/`));

  await page.goto("/admin/audit");
  const search = page.getByRole("searchbox", { name: "Search the audit" });
  await search.fill("");
  await search.pressSequentially("a/b");
  await expect(search).toHaveValue("a/b");
  await box(page).fill("zzzz nobody");
  await expect(options(page)).toHaveText([/^Search all orders/, /^Search the borrowers/, /^Search the inventory/]);
  await page.keyboard.press("Escape");
  await expect(options(page)).toHaveCount(0);
});

test("a slip opens its parcel or its order, and a packed copy its order, at 1280 px", async ({ page, library }) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const sku = "ZP1280";
  const { clerk, orderId, copy } = await orderAtDesk(library.address, { title: "Packed 1280", sku, quantity: 1 });
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await expect(box(page)).toBeVisible();
  await scanByHand(page, writeSlip(orderId));
  await expect(page).toHaveURL(`/admin/orderdetails/${orderId}`);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("button", { name: "Scan copies" })).toBeVisible();
  // the page takes the scan for itself
  await scanByHand(page, writeLabel(copy(0)));
  await expect(page.getByRole("list", { name: "Copies checked out" }).getByText(`#${sku} copy 1`)).toBeVisible();
  await page.goto("/admin/dashboard");
  await expect(box(page)).toBeVisible();
  await scanByHand(page, writeLabel(copy(0)));
  await expect(page).toHaveURL(`/admin/orderdetails/${orderId}`);
  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3 });
  await scanByHand(page, writeSlip(orderId));
  await expect(page).toHaveURL(`/admin/returns?order=${orderId}`);
  await expect(page.getByRole("button", { name: "Check in the copy" })).toBeVisible();
});

test("a copy that an order waits for is checked out to it by its label, and back by Undo, at 390 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sku = "WF390";
  const title = "Waited for 390";
  const { clerk, orderId, copy } = await orderAtDesk(library.address, { title, sku, quantity: 1 });
  const order = async () =>
    (await clerk.ask<{ orderItems: { orderInventoryItems: object[] }[] }>(`Order/Get/${orderId}`)).orderItems.flatMap(
      ({ orderInventoryItems }) => orderInventoryItems,
    );
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await expect(box(page)).toBeVisible();
  await scanByHand(page, writeLabel(copy(0)));
  await expect(said(page, new RegExp(`^Checked out: ${title}, #${sku} copy 1, to order #${orderId}, `))).toBeVisible();
  expect(await order()).toHaveLength(1);
  await showScans(page);
  await tabTo(page, "button", new RegExp(`^Undo: Checked out: ${title}`));
  await page.keyboard.press("Enter");
  await expect(said(page, `Undone: #${sku} copy 1 is on the shelf again.`)).toBeVisible();
  expect(await order()).toHaveLength(0);
  // who types looks for it first
  await page.keyboard.press("Escape");
  await box(page).fill(`${sku} copy 1`);
  await expect(best(page)).toContainText(`Show #${sku} copy 1`);
  await expect(options(page).nth(1)).toContainText(`Check out to order #${orderId}`);
});

test("every scan of a page vibrates where that is on, and is among the scans of the session", async ({
  page,
  library,
}) => {
  const { clerk, copy } = await parcelAtDesk(library.address, { title: "Signals", sku: "SBSIGN", quantity: 2 });
  await page.addInitScript(() => {
    localStorage.setItem("scan-vibration", "on");
    const buzzes: unknown[] = [];
    Object.assign(globalThis, { buzzes });
    navigator.vibrate = (pattern) => buzzes.push(pattern) > 0;
  });
  const buzzes = () => page.evaluate<unknown>("buzzes");
  await clerk.enter(page);
  await page.goto("/admin/returns");
  await expect(page.getByRole("textbox", { name: "Copy or order" })).toBeVisible();
  await scanByHand(page, writeLabel(copy(0)));
  await expect(page.getByText("1 of 2 still out").first()).toBeVisible();
  expect(await buzzes()).toEqual([60]);
  await scanByHand(page, writeLabel({ inventoryItemId: 999_998, skuNumber: "B1" }));
  await expect(page.getByRole("alert")).toContainText("No copy of this library has this label.");
  expect(await buzzes()).toEqual([60, [120, 80, 120]]);
  await showScans(page);
  await expect(scans(page).getByRole("listitem")).toHaveText([
    /^No copy of this library has this label/,
    /^Checked in: Signals, #SBSIGN copy 1\. .*Undo$/,
  ]);
});

test("a scan fails without stopping the next one, and sound and vibration are the person’s on every device, at 1280 px", async ({
  page,
  browser,
  library,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const { clerk, copy, status } = await parcelAtDesk(library.address, {
    title: "Broken 1280",
    sku: "SF1280",
    quantity: 2,
  });
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await showScans(page);
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes("vibration") ?? false);
  await scans(page).getByRole("checkbox", { name: "Sound" }).check();
  await scans(page).getByRole("checkbox", { name: "Vibration" }).check();
  await saved;
  const device = await browser.newPage({ baseURL: library.address, viewport: { width: 1280, height: 844 } });
  await logIn(device, "admin", administrator.userName, administrator.password);
  await page.reload();
  for (const one of [page, device]) {
    await showScans(one);
    await expect(scans(one).getByRole("checkbox", { name: "Sound" })).toBeChecked();
    await expect(scans(one).getByRole("checkbox", { name: "Vibration" })).toBeChecked();
  }
  await device.close();
  await page.route("**/api/Returns/CheckIn", (route) => route.abort(), { times: 1 });
  for (const place of [0, 1]) await scanByHand(page, writeLabel(copy(place)));
  await expect(scans(page).getByRole("listitem")).toHaveCount(2);
  await expect(scans(page).getByRole("listitem").first()).toContainText("1 of 2 still out");
  expect(await status()).toBe("Shipped");
});

test("the camera of the header checks a copy in", async ({ library }) => {
  const {
    clerk: api,
    copy,
    status,
  } = await parcelAtDesk(library.address, { title: "Photo", sku: "SBCAM", quantity: 1 });
  const scenes = [{ seconds: 1 }];
  await withCamera(library.address, { camera: { scenes }, viewport: { width: 390, height: 844 } }, async (clerk) => {
    await api.enter(clerk);
    await clerk.goto("/admin/dashboard");
    await clerk.getByRole("button", { name: "Scan with the camera" }).click();
    const dialog = clerk.getByRole("dialog", { name: "Scan with the camera" });
    await dialog.getByLabel("Take a photo").setInputFiles(await photoOf(writeLabel(copy(0))));
    await expect(dialog.getByText(/^Checked in: Photo, #SBCAM copy 1\./)).toBeVisible();
    await expectAccessible(clerk);
    await expect.poll(status).toBe("Returned");
  });
});

test("the key / right after the login, and what is typed after it, are in the box once it is there", async ({
  page,
}) => {
  await page.goto("/admin/dashboard");
  await expect(page).toHaveURL(/\/admin\/login/);
  await page.getByLabel(/^password/i).pressSequentially("/kept");
  await expect(page.getByLabel(/^password/i)).toHaveValue("/kept");
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/scan-box-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.getByLabel(/^user ?name/i).fill(administrator.userName);
  await page.getByLabel(/^password/i).fill(administrator.password);
  const asked = page.waitForRequest(/\/scan-box-[^/]*\.js$/);
  await page.keyboard.press("Enter");
  await asked;
  await page.keyboard.type("/maria");
  release();
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue("maria");
  await expect(page).toHaveURL("/admin/dashboard");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).click();
  await page.keyboard.type("/b");
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue("b");
});
