import type { Page } from "@playwright/test";
import { writeLabel } from "#contract/labels.ts";
import type { Caller } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { photoOf, withCamera } from "#e2e/steps/fake-camera.ts";
import { scanByHand, tabTo } from "#e2e/steps/keyboard.ts";
import { formerLabel } from "#e2e/steps/stocking.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const phone = { width: 390, height: 844 };
const dialog = (page: Page) => page.getByRole("dialog", { name: "Scan copies" });
const scanButton = (page: Page) => page.getByRole("button", { name: "Scan copies" });
const copyChip = (page: Page, name: string) =>
  page.getByRole("list", { name: "Copies checked out" }).getByText(name, { exact: true });
const noCode = "No QR code found. Please make sure the QR code is within the camera's frame and try again.";

type Copy = { inventoryItemId: number; skuNumber: string; copyNumber: number; isAvailable: boolean };
type Line = { quantity: number; inventory: { inventoryId: number }; orderInventoryItems: unknown[] };
type Order = { orderId: number; orderItems: Line[] };
type Waiting = { orderId: number; copies: Copy[] };

/** A new order that needs at least `least` copies, with available copies. */
async function waitingOrder(clerk: Caller, least: number): Promise<Waiting> {
  const orders = await clerk.tell<{ data: { orderId: number }[] }>("Order/GetOrdersBySearchFilters", { statusId: 1 });
  for (const { orderId } of orders.data) {
    const order = await clerk.ask<Order>(`Order/Get/${orderId}`);
    const copies: Copy[] = [];
    for (const { quantity, inventory, orderInventoryItems } of order.orderItems) {
      const { inventoryItems } = await clerk.ask<{ inventoryItems: Copy[] }>(`Inventory/Get/${inventory.inventoryId}`);
      const free = inventoryItems.filter(({ isAvailable }) => isAvailable);
      copies.push(...free.slice(0, quantity - orderInventoryItems.length));
    }
    if (copies.length >= least) return { orderId, copies };
  }
  throw new Error(`No order of the demonstration waits for ${least} copies.`);
}

async function editOrder(page: Page, clerk: Caller, orderId: number): Promise<void> {
  await clerk.enter(page);
  await page.goto(`/admin/editorder/${orderId}`);
  await expect(scanButton(page)).toBeVisible();
}

/** The track of the camera that is shown. */
const shownTrack = (page: Page) =>
  page.evaluateHandle(() => {
    const stream = document.querySelector("video")?.srcObject;
    if (!(stream instanceof MediaStream)) throw new Error("The video has no stream.");
    return stream.getTracks()[0];
  });

const pictureWidth = (page: Page) =>
  dialog(page)
    .locator("video")
    .evaluate((video: HTMLVideoElement) => (video.srcObject ? video.videoWidth : 0));

const nameOf = (copy: Copy | undefined) => `#${copy?.skuNumber} copy ${copy?.copyNumber}`;
const first = (copies: readonly Copy[]): Copy => {
  const [copy] = copies;
  if (!copy) throw new Error("There is no copy.");
  return copy;
};

test(`one tap assigns scanned copies one after another at ${phone.width} px`, async ({ library }) => {
  test.setTimeout(180_000);
  const clerkApi = await clerkOf(library.address);
  const { orderId, copies } = await waitingOrder(clerkApi, 2);
  const two = copies.slice(0, 2);
  const scenes = two.flatMap((copy) => [{ code: writeLabel(copy), seconds: 2 }, { seconds: 1 }]);
  await withCamera(library.address, { camera: { scenes }, viewport: phone }, async (clerk, requested) => {
    await editOrder(clerk, clerkApi, orderId);
    await clerk.getByLabel(/^Tracking number/).fill("half typed");
    const scanning = () => requested.filter((url) => /live-scanner|\.wasm/.test(url));
    expect(scanning()).toEqual([]);

    await scanButton(clerk).click();
    for (const copy of two) {
      await expect(dialog(clerk).getByText(`SKU assigned. ${nameOf(copy)}.`)).toBeVisible({ timeout: 20_000 });
    }
    await expect(dialog(clerk).getByText("2 copies so far.")).toBeVisible();
    await expectAccessible(clerk);
    expect(scanning().length).toBeGreaterThanOrEqual(2);
    const overflow = await clerk.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);

    const track = await shownTrack(clerk);
    await clerk.keyboard.press("Escape");
    await expect(dialog(clerk)).toBeHidden();
    expect(await track.evaluate((running) => running?.readyState)).toBe("ended");
    await expect(scanButton(clerk)).toBeFocused();
    for (const copy of two) await expect(copyChip(clerk, nameOf(copy))).toBeVisible();
    await expect(clerk.getByLabel(/^Tracking number/)).toHaveValue("half typed");
  });
});

test("a code that stays in the picture is assigned once and announced once", async ({ library }) => {
  const clerkApi = await clerkOf(library.address);
  const { orderId, copies } = await waitingOrder(clerkApi, 1);
  const copy = first(copies);
  const camera = { scenes: [{ code: writeLabel(copy), seconds: 1 }] };
  await withCamera(library.address, { camera }, async (clerk) => {
    await editOrder(clerk, clerkApi, orderId);
    const assigned: unknown[] = [];
    clerk.on("request", (request) => {
      if (request.url().includes("AssignSKUToOrderItem")) assigned.push(request.postDataJSON());
    });
    await scanButton(clerk).click();
    await expect(dialog(clerk).getByText(`SKU assigned. ${nameOf(copy)}.`)).toBeVisible();
    const started = await clerk.evaluate(() => performance.now());
    await clerk.waitForFunction((since) => performance.now() - since > 4000, started);
    await expect(dialog(clerk).getByText(`SKU assigned. ${nameOf(copy)}.`)).toBeVisible();
    // the order is the body
    expect(assigned).toMatchObject([{ orderId }]);
  });
});

test("copies that are checked out by their number go with the order as the body", async ({ page, library }) => {
  const clerkApi = await clerkOf(library.address);
  const { orderId } = await waitingOrder(clerkApi, 1);
  await editOrder(page, clerkApi, orderId);
  const sent = page.waitForRequest((request) => request.url().includes("AssignMultipleSKUSToOrderItem"));
  await page
    .getByRole("button", { name: /^Check-out \d+ cop/ })
    .first()
    .click();
  expect((await sent).postDataJSON()).toMatchObject({ orderId });
  await toast(page, "SKU assigned.");
});

test("a foreign code is an invalid QR code", async ({ library }) => {
  const clerkApi = await clerkOf(library.address);
  const { orderId } = await waitingOrder(clerkApi, 1);
  const camera = { scenes: [{ code: "https://example.org/menu", seconds: 1 }] };
  await withCamera(library.address, { camera }, async (clerk) => {
    await editOrder(clerk, clerkApi, orderId);
    await scanButton(clerk).click();
    await expect(dialog(clerk).getByRole("alert")).toHaveText("Invalid QR Code.");
    await expectAccessible(clerk);
  });
});

test("a photo without a code says so, and also reports an old label and a refused copy", async ({ library }) => {
  test.setTimeout(180_000);
  const clerkApi = await clerkOf(library.address);
  const { orderId, copies } = await waitingOrder(clerkApi, 1);
  const copy = first(copies);
  await withCamera(library.address, { camera: { scenes: [{ seconds: 1 }] } }, async (clerk) => {
    await editOrder(clerk, clerkApi, orderId);
    await scanButton(clerk).click();
    await expect(dialog(clerk).getByRole("alert")).toHaveText(noCode, { timeout: 20_000 });
    const photo = dialog(clerk).getByLabel("Take a photo");
    for (const [wrong, words] of [
      ["not ours", "Invalid QR Code."],
      ['{"inventoryItemId":7}', "Invalid QR Code."],
      [writeLabel({ inventoryItemId: 2_000_000_000, skuNumber: "B1" }), /^No copy of this library has this label\./],
    ] as const) {
      await photo.setInputFiles(await photoOf(wrong));
      await expect(dialog(clerk).getByRole("alert"), wrong).toHaveText(words);
      await photo.setInputFiles(await photoOf(undefined));
      await expect(dialog(clerk).getByRole("alert")).toHaveText(noCode);
    }
    await photo.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") });
    await expect(dialog(clerk).getByRole("alert")).toHaveText(noCode);
    const old = await formerLabel(library.address, copy);
    await photo.setInputFiles(await photoOf(old));
    await expect(dialog(clerk).getByText(`SKU assigned. ${nameOf(copy)}.`)).toBeVisible();
    await expect(dialog(clerk).getByText("This label is out of date. Print a new one.")).toBeVisible();
    await expectAccessible(clerk);
    await photo.setInputFiles(await photoOf(old));
    await expect(dialog(clerk).getByRole("alert")).toHaveText(`${nameOf(copy)}: This copy is on this order already.`);
  });
});

for (const { what, camera, title, flags, host } of [
  { what: "no permission", camera: "denied", title: "Camera access is blocked." },
  { what: "no camera", camera: "none", title: "No camera was found." },
  {
    what: "no secure connection",
    camera: { lenses: 1 },
    title: "The camera works only on a secure connection.",
    flags: ["--host-resolver-rules=MAP library.test 127.0.0.1"],
    host: "library.test",
  },
] as const) {
  test(`with ${what} a copy is still assigned by its number and by a hand scanner`, async ({ library }) => {
    const clerkApi = await clerkOf(library.address);
    const { orderId, copies } = await waitingOrder(clerkApi, 2);
    const [typed, scanned] = [first(copies), first(copies.slice(1))];
    const address = host ? library.address.replace("127.0.0.1", host) : library.address;
    await withCamera(address, { camera, flags: [...(flags ?? [])], viewport: phone }, async (clerk) => {
      await editOrder(clerk, clerkApi, orderId);
      await scanButton(clerk).click();
      await expect(dialog(clerk).getByText(title)).toBeVisible();
      await expectAccessible(clerk);
      const box = dialog(clerk).getByRole("textbox", { name: "Or type the number" });
      await box.fill("ZZZZZZ 9");
      await box.press("Enter");
      await expect(dialog(clerk).getByRole("alert")).toHaveText("No copy has that number.");
      await box.fill(`${typed.skuNumber} copy ${typed.copyNumber}`);
      await dialog(clerk).getByRole("button", { name: "Assign" }).click();
      await expect(dialog(clerk).getByText(`SKU assigned. ${nameOf(typed)}.`)).toBeVisible();
      await expect(box).toHaveValue("");
      // with the focus on a button: the scanner's Enter does not press it
      await dialog(clerk).getByRole("button", { name: "Close" }).focus();
      await scanByHand(clerk, writeLabel(scanned));
      await expect(dialog(clerk).getByText(`SKU assigned. ${nameOf(scanned)}.`)).toBeVisible();
    });
  });
}

test("a busy camera is reported and can be retried", async ({ library }) => {
  const clerkApi = await clerkOf(library.address);
  const { orderId } = await waitingOrder(clerkApi, 1);
  await withCamera(library.address, { camera: { lenses: 1 } }, async (clerk) => {
    await editOrder(clerk, clerkApi, orderId);
    // Chromium's camera is never busy: the one answer that has to be faked
    await clerk.evaluate(() => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async () => {
        navigator.mediaDevices.getUserMedia = open;
        throw new DOMException("in use", "NotReadableError");
      };
    });
    await scanButton(clerk).click();
    await expect(dialog(clerk).getByText("The camera can’t be used right now.")).toBeVisible();
    await dialog(clerk).getByRole("button", { name: "Try again" }).click();
    await expect(dialog(clerk).getByText("The camera can’t be used right now.")).toBeHidden();
    await expect.poll(() => pictureWidth(clerk)).toBeGreaterThan(0);
  });
});

test("the chosen camera is remembered", async ({ library }) => {
  const clerkApi = await clerkOf(library.address);
  const { orderId } = await waitingOrder(clerkApi, 1);
  await withCamera(library.address, { camera: { lenses: 2 }, viewport: phone }, async (clerk) => {
    await editOrder(clerk, clerkApi, orderId);
    await scanButton(clerk).click();
    const lens = dialog(clerk).getByRole("combobox", { name: "Camera" });
    await expect(lens.getByRole("option")).toHaveCount(2);
    const before = await lens.inputValue();
    const other = (
      await lens.getByRole("option").evaluateAll((all) => all.map((one) => one.getAttribute("value")))
    ).find((value) => value !== before);
    await lens.selectOption(other ?? "");
    await expect(lens).toHaveValue(other ?? "");
    await clerk.keyboard.press("Escape");
    await clerk.reload();
    await scanButton(clerk).click();
    await expect(lens).toHaveValue(other ?? "");
  });
});

test("the light is offered where the camera has one, and the camera stops while the page is hidden", async ({
  library,
}) => {
  const clerkApi = await clerkOf(library.address);
  const { orderId } = await waitingOrder(clerkApi, 1);
  await withCamera(library.address, { camera: { lenses: 1 }, viewport: phone }, async (clerk) => {
    await editOrder(clerk, clerkApi, orderId);
    const light = dialog(clerk).getByRole("button", { name: "Light" });
    await scanButton(clerk).click();
    await expect.poll(() => pictureWidth(clerk)).toBeGreaterThan(0);
    await expect(light).toBeHidden();
    await clerk.keyboard.press("Escape");

    // Chromium's camera has no light: a phone's answers have to be faked
    await clerk.evaluate(() => {
      MediaStreamTrack.prototype.getCapabilities = () => {
        const light: MediaTrackCapabilities & { torch: boolean } = { torch: true };
        return light;
      };
      MediaStreamTrack.prototype.applyConstraints = async function (wanted) {
        if (document.documentElement.dataset["light"] === "broken")
          throw new DOMException("no", "OverconstrainedError");
        document.documentElement.dataset["light"] = JSON.stringify(wanted?.advanced);
      };
    });
    const lit = (torch: boolean) =>
      expect(clerk.locator("html")).toHaveAttribute("data-light", JSON.stringify([{ torch }]));
    await scanButton(clerk).click();
    await expect(light).toHaveAttribute("aria-pressed", "false");
    await light.click();
    await expect(light).toHaveAttribute("aria-pressed", "true");
    await lit(true);
    await light.click();
    await expect(light).toHaveAttribute("aria-pressed", "false");
    await lit(false);
    await clerk.evaluate(() => void (document.documentElement.dataset["light"] = "broken"));
    await light.click();
    await expect(light).toHaveAttribute("aria-pressed", "false");

    // headless Chromium shows every page: the test says that this one is hidden
    const track = await shownTrack(clerk);
    await clerk.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await expect(dialog(clerk).getByText("The camera pauses while this page is hidden.")).toBeVisible();
    expect(await track.evaluate((running) => running?.readyState)).toBe("ended");
    expect(await pictureWidth(clerk)).toBe(0);
    await clerk.evaluate(() => {
      Reflect.deleteProperty(document, "visibilityState");
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await expect.poll(() => pictureWidth(clerk)).toBeGreaterThan(0);
    await expect(dialog(clerk).getByText("The camera pauses while this page is hidden.")).toBeHidden();
  });
});

test("a hand scanner on the order's page assigns without a tap, and ignores typing and held keys", async ({
  page,
  library,
}) => {
  const clerkApi = await clerkOf(library.address);
  const { orderId, copies } = await waitingOrder(clerkApi, 1);
  const copy = first(copies);
  const looked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/Inventory/")) looked.push(request.url());
  });
  await editOrder(page, clerkApi, orderId);
  const tracking = page.getByLabel(/^Tracking number/);
  await tracking.fill("");
  await tracking.pressSequentially("1Z999");
  await expect(tracking).toHaveValue("1Z999");
  await page.keyboard.press("End"); // the typing is over: a scan that followed at once would be one burst with it
  await page.getByRole("heading", { level: 1 }).focus();
  await scanByHand(page, "not a label");
  await toast(page, "Invalid QR Code.");
  // a key that is held repeats as fast as a scanner types
  looked.length = 0;
  for (let held = 0; held < 8; held += 1) await page.keyboard.down("7");
  await page.keyboard.up("7");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Scan copies");
  await scanByHand(page, writeLabel(copy));
  await expect(copyChip(page, nameOf(copy))).toBeVisible();
  expect(looked.filter((url) => url.includes("GetInventoryItemById"))).toEqual([
    `${library.address}/api/Inventory/GetInventoryItemById/${copy.inventoryItemId}`,
  ]);
  await expect(dialog(page)).toBeHidden();
  await expect(tracking).toHaveValue("1Z999");
});

test("a label scanned inside a field is a scan: no text, and nothing is saved, at 1280 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const clerkApi = await clerkOf(library.address);
  const { orderId, copies } = await waitingOrder(clerkApi, 1);
  const copy = first(copies);
  await editOrder(page, clerkApi, orderId);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("UpdateOrder")) sent.push(request.url());
  });
  const tracking = page.getByLabel(/^Tracking number/);
  await tracking.fill("1Z999");
  await scanByHand(page, writeLabel(copy));
  await expect(copyChip(page, nameOf(copy))).toBeVisible();
  await expect(tracking).toHaveValue("1Z999");
  await expect(tracking).toBeFocused();
  expect(sent).toEqual([]);
  await tracking.fill("");

  // a page that takes no scans itself: the copy is packed for an order, which is opened
  await page.goto("/admin/audit");
  const search = page.getByRole("searchbox", { name: "Search the audit" });
  await search.focus();
  await scanByHand(page, writeLabel(copy));
  await expect(page).toHaveURL(`/admin/orderdetails/${orderId}`);
});

test("a copy of another title is refused with the server's sentence", async ({ page, library }) => {
  const clerkApi = await clerkOf(library.address);
  const { orderId } = await waitingOrder(clerkApi, 1);
  const { orderItems } = await clerkApi.ask<Order>(`Order/Get/${orderId}`);
  const own = orderItems.map(({ inventory }) => inventory.inventoryId);
  const found = await clerkApi.ask<{ searchInStockResults: { inventoryId: number }[] }>(
    "Inventory/GetInventoryBySearchParams?inStockOnly=true&page=1&pageSize=18",
  );
  const other = found.searchInStockResults.find(({ inventoryId }) => !own.includes(inventoryId));
  const { inventoryItems } = await clerkApi.ask<{ inventoryItems: Copy[] }>(`Inventory/Get/${other?.inventoryId}`);
  const copy = first(inventoryItems);
  await editOrder(page, clerkApi, orderId);
  await scanButton(page).click();
  await page.getByRole("textbox", { name: "Or type the number" }).fill(String(copy.inventoryItemId));
  await page.keyboard.press("Enter");
  await expect(
    dialog(page)
      .getByRole("alert")
      .filter({ hasText: nameOf(copy) }),
  ).toHaveText(`${nameOf(copy)}: This copy belongs to another title.`);
});

test(`a copy is found by one tap from the inventory at ${phone.width} px`, async ({ library }) => {
  const clerkApi = await clerkOf(library.address);
  const { copies } = await waitingOrder(clerkApi, 1);
  const copy = first(copies);
  const camera = { scenes: [{ code: await formerLabel(library.address, copy), seconds: 1 }] };
  await withCamera(library.address, { camera, viewport: phone }, async (clerk) => {
    await clerkApi.enter(clerk);
    await clerk.goto("/admin/inventorylist");
    await clerk.getByRole("button", { name: "Find by scan" }).click();
    await expect(clerk).toHaveURL(new RegExp(`/admin/viewitem/\\d+\\?copy=${copy.inventoryItemId}`));
    await expect(clerk.getByText(`Scanned: ${nameOf(copy)}`)).toBeInViewport();
    await expect(clerk.getByText("This label is out of date. Print a new one.").first()).toBeVisible();
    await expect(clerk.getByRole("dialog")).toBeHidden();
    await expectAccessible(clerk);
  });
});

test("a copy is found by the number on its own label, typed in the scan dialog", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title: "Labels of their own", sku: "OWNLBL" });
  const title = { inventoryId: id, title: "Labels of their own", referenceNumber: "OWNLBL", description: "Labels." };
  for (const skuNumber of ["AB-12", "OWN77"])
    await clerk.tell("Inventory/AddReferenceNumber", { ...title, categoryId: 1, subjectId: 1, gradeId: 63, skuNumber });
  await clerk.enter(page);
  for (const [typed, found] of [
    ["OWN77", "#OWN77 copy 3"],
    ["OWN77 copy 3", "#OWN77 copy 3"],
    ["AB-12", "#AB-12 copy 2"],
  ] as const) {
    await page.goto("/admin/inventorylist");
    await page.getByRole("button", { name: "Find by scan" }).click();
    await page.getByRole("textbox", { name: "Or type the number" }).fill(typed);
    await page.keyboard.press("Enter");
    await expect(page.getByText(`Scanned: ${found}`), typed).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/admin/viewitem/${id}\\?copy=`));
  }
});
