import type { Page } from "@playwright/test";
import { writeLabel } from "#contract/labels/labels.ts";
import { administrator } from "#e2e/library.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { photoOf, withCamera } from "#e2e/steps/fake-camera.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { asked } from "#e2e/steps/stocking.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const asClerk = (page: Page) => logIn(page, "admin", administrator.userName, administrator.password);
const dialog = (page: Page) => page.getByRole("dialog", { name: "Scan copies" });
const scanButton = (page: Page) => page.getByRole("button", { name: "Scan copies" });
const copyChip = (page: Page, name: string) =>
  page.getByRole("list", { name: "Copies checked out" }).getByText(name, { exact: true });
const noCode = "No QR code found. Please make sure the QR code is within the camera's frame and try again.";

type Copy = { inventoryItemId: number; skuNumber: string; copyNumber: number; isAvailable: boolean };
type Line = { quantity: number; inventory: { inventoryId: number }; orderInventoryItems: unknown[] };
type Order = { orderItems: Line[] };
type Waiting = { orderId: number; copies: Copy[] };

/** An order that waits for at least `least` copies, and free copies for it. */
async function waitingOrder(page: Page, least: number): Promise<Waiting> {
  for (let orderId = 1; orderId < 200; orderId += 1) {
    const order = await asked<Order & { statusId: number }>(page, `Order/Get/${orderId}`).catch(() => undefined);
    if (!order?.orderItems || order.statusId > 2) continue;
    const copies: Copy[] = [];
    for (const { quantity, inventory, orderInventoryItems } of order.orderItems) {
      const { inventoryItems } = await asked<{ inventoryItems: Copy[] }>(
        page,
        `Inventory/Get/${inventory.inventoryId}`,
      );
      const free = inventoryItems.filter(({ isAvailable }) => isAvailable);
      copies.push(...free.slice(0, quantity - orderInventoryItems.length));
    }
    if (copies.length >= least) return { orderId, copies };
  }
  throw new Error(`No order of the demonstration waits for ${least} copies.`);
}

async function editOrder(page: Page, orderId: number): Promise<void> {
  await asClerk(page);
  await page.goto(`/admin/editorder/${orderId}`);
  await expect(scanButton(page)).toBeVisible();
}

const nameOf = (copy: Copy | undefined) => `#${copy?.skuNumber} copy ${copy?.copyNumber}`;
const first = (copies: readonly Copy[]): Copy => {
  const [copy] = copies;
  if (!copy) throw new Error("There is no copy.");
  return copy;
};

for (const viewport of [desk, phone]) {
  test(`one tap assigns one scanned copy after the other at ${viewport.width} px`, async ({ page, library }) => {
    test.setTimeout(120_000);
    await asClerk(page);
    const { orderId, copies } = await waitingOrder(page, 2);
    const two = copies.slice(0, 2);
    const scenes = two.flatMap((copy) => [{ code: writeLabel(copy), seconds: 2 }, { seconds: 1 }]);
    await withCamera(library.address, { camera: { scenes }, viewport }, async (clerk, requested) => {
      await editOrder(clerk, orderId);
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

      const track = await clerk.evaluateHandle(() => {
        const stream = document.querySelector("video")?.srcObject;
        if (!(stream instanceof MediaStream)) throw new Error("The video has no stream.");
        return stream.getTracks()[0];
      });
      await clerk.keyboard.press("Escape");
      await expect(dialog(clerk)).toBeHidden();
      expect(await track.evaluate((running) => running?.readyState)).toBe("ended");
      await expect(scanButton(clerk)).toBeFocused();
      for (const copy of two) await expect(copyChip(clerk, nameOf(copy))).toBeVisible();
      await expect(clerk.getByLabel(/^Tracking number/)).toHaveValue("half typed");
    });
  });
}

test("a code that stays in the picture is assigned once, and nothing is said twice", async ({ page, library }) => {
  await asClerk(page);
  const { orderId, copies } = await waitingOrder(page, 1);
  const copy = first(copies);
  const camera = { scenes: [{ code: writeLabel(copy), seconds: 1 }] };
  await withCamera(library.address, { camera }, async (clerk) => {
    await editOrder(clerk, orderId);
    const assigned: string[] = [];
    clerk.on("request", (request) => {
      if (request.url().includes("AssignSKUToOrderItem")) assigned.push(request.url());
    });
    await scanButton(clerk).click();
    await expect(dialog(clerk).getByText(`SKU assigned. ${nameOf(copy)}.`)).toBeVisible();
    const started = await clerk.evaluate(() => performance.now());
    await clerk.waitForFunction((since) => performance.now() - since > 4000, started);
    await expect(dialog(clerk).getByText(`SKU assigned. ${nameOf(copy)}.`)).toBeVisible();
    expect(assigned).toHaveLength(1);
  });
});

for (const [what, code] of [
  ["somebody else's code", "https://example.org/menu"],
  ["a code without the two fields", '{"inventoryItemId":7}'],
  ["the code of a copy that is not there", writeLabel({ inventoryItemId: 2_000_000_000, skuNumber: "B1" })],
] as const) {
  test(`${what} is an invalid QR code`, async ({ page, library }) => {
    await asClerk(page);
    const { orderId } = await waitingOrder(page, 1);
    await withCamera(library.address, { camera: { scenes: [{ code, seconds: 1 }] } }, async (clerk) => {
      await editOrder(clerk, orderId);
      await scanButton(clerk).click();
      await expect(dialog(clerk).getByRole("alert")).toHaveText("Invalid QR Code.");
      await expectAccessible(clerk);
    });
  });
}

test("a picture without a code says so; an old label and a refused copy are told in the photo too", async ({
  page,
  library,
}) => {
  test.setTimeout(90_000);
  await asClerk(page);
  const { orderId, copies } = await waitingOrder(page, 1);
  const copy = first(copies);
  await withCamera(library.address, { camera: { scenes: [{ seconds: 1 }] } }, async (clerk) => {
    await editOrder(clerk, orderId);
    await scanButton(clerk).click();
    await expect(dialog(clerk).getByRole("alert")).toHaveText(noCode, { timeout: 20_000 });
    const photo = dialog(clerk).getByLabel("Take a photo");
    await photo.setInputFiles(await photoOf("not ours"));
    await expect(dialog(clerk).getByRole("alert")).toHaveText("Invalid QR Code.");
    await photo.setInputFiles(await photoOf(undefined));
    await expect(dialog(clerk).getByRole("alert")).toHaveText(noCode);
    await photo.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") });
    await expect(dialog(clerk).getByRole("alert")).toHaveText(noCode);
    const old = writeLabel({ ...copy, skuNumber: "OLD1" });
    await photo.setInputFiles(await photoOf(old));
    await expect(dialog(clerk).getByText(`SKU assigned. ${nameOf(copy)}.`)).toBeVisible();
    await expect(dialog(clerk).getByText("The label is out of date. Please print a new one.")).toBeVisible();
    await expectAccessible(clerk);
    await photo.setInputFiles(await photoOf(old));
    await expect(dialog(clerk).getByRole("alert")).toHaveText(
      new RegExp(`^${nameOf(copy)}: (This copy is not available|This item already has all the copies)`),
    );
  });
});

for (const { what, camera, title, flags, host } of [
  { what: "no permission", camera: "denied", title: "The camera is not allowed." },
  { what: "no camera", camera: "none", title: "No camera was found." },
  {
    what: "no secure connection",
    camera: { lenses: 1 },
    title: "The camera works only on a secure connection.",
    flags: ["--host-resolver-rules=MAP library.test 127.0.0.1"],
    host: "library.test",
  },
] as const) {
  test(`with ${what} a copy is still assigned by its number and by a hand scanner`, async ({ page, library }) => {
    await asClerk(page);
    const { orderId, copies } = await waitingOrder(page, 2);
    const [typed, scanned] = [first(copies), first(copies.slice(1))];
    const address = host ? library.address.replace("127.0.0.1", host) : library.address;
    await withCamera(address, { camera, flags: [...(flags ?? [])], viewport: phone }, async (clerk) => {
      await editOrder(clerk, orderId);
      await scanButton(clerk).click();
      await expect(dialog(clerk).getByText(title)).toBeVisible();
      await expectAccessible(clerk);
      const box = dialog(clerk).getByRole("textbox", { name: "Or type its number" });
      await box.fill("ZZZZZZ 9");
      await box.press("Enter");
      await expect(dialog(clerk).getByRole("alert")).toHaveText("No copy has this number.");
      await box.fill(`${typed.skuNumber} copy ${typed.copyNumber}`);
      await dialog(clerk).getByRole("button", { name: "Assign" }).click();
      await expect(dialog(clerk).getByText(`SKU assigned. ${nameOf(typed)}.`)).toBeVisible();
      await expect(box).toHaveValue("");
      // with the focus on a button: the scanner's Enter does not press it
      await dialog(clerk).getByRole("button", { name: "Close" }).focus();
      await clerk.keyboard.type(writeLabel(scanned));
      await clerk.keyboard.press("Enter");
      await expect(dialog(clerk).getByText(`SKU assigned. ${nameOf(scanned)}.`)).toBeVisible();
    });
  });
}

test("a camera in use is told, and tried again", async ({ page, library }) => {
  await asClerk(page);
  const { orderId } = await waitingOrder(page, 1);
  await withCamera(library.address, { camera: { lenses: 1 } }, async (clerk) => {
    await editOrder(clerk, orderId);
    // Chromium's camera is never in use: the one answer that has to be made up
    await clerk.evaluate(() => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async () => {
        navigator.mediaDevices.getUserMedia = open;
        throw new DOMException("in use", "NotReadableError");
      };
    });
    await scanButton(clerk).click();
    await expect(dialog(clerk).getByText("The camera cannot be used right now.")).toBeVisible();
    await dialog(clerk).getByRole("button", { name: "Try again" }).click();
    await expect(dialog(clerk).getByText("The camera cannot be used right now.")).toBeHidden();
    await expect
      .poll(() =>
        dialog(clerk)
          .locator("video")
          .evaluate((v: HTMLVideoElement) => v.videoWidth),
      )
      .toBeGreaterThan(0);
  });
});

test("the chosen lens is remembered", async ({ page, library }) => {
  await asClerk(page);
  const { orderId } = await waitingOrder(page, 1);
  await withCamera(library.address, { camera: { lenses: 2 }, viewport: phone }, async (clerk) => {
    await editOrder(clerk, orderId);
    await scanButton(clerk).click();
    const lens = dialog(clerk).getByRole("combobox", { name: "Camera" });
    await expect(lens.getByRole("option")).toHaveCount(2);
    const before = await lens.inputValue();
    const other = (
      await lens.getByRole("option").evaluateAll((all) => all.map((one) => one.getAttribute("value")))
    ).find((value) => value !== before);
    await lens.selectOption(other ?? "");
    await expect(lens).toHaveValue(other ?? "");
    await expectAccessible(clerk);
    await clerk.keyboard.press("Escape");
    await clerk.reload();
    await scanButton(clerk).click();
    await expect(lens).toHaveValue(other ?? "");
  });
});

test("a hand scanner on the order's page assigns without a tap, and leaves typing alone", async ({ page }) => {
  await asClerk(page);
  const { orderId, copies } = await waitingOrder(page, 1);
  const copy = first(copies);
  await page.goto(`/admin/editorder/${orderId}`);
  await expect(scanButton(page)).toBeVisible();
  const tracking = page.getByLabel(/^Tracking number/);
  await tracking.fill("");
  await tracking.pressSequentially("1Z999");
  await expect(tracking).toHaveValue("1Z999");
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.type("not a label");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-toast-region]").getByText("Invalid QR Code.")).toBeVisible();
  await tabTo(page, "button", "Scan copies");
  await page.keyboard.type(writeLabel(copy));
  await page.keyboard.press("Enter");
  await expect(copyChip(page, nameOf(copy))).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(tracking).toHaveValue("1Z999");
});

test("a copy of another title is refused in the server's words", async ({ page }) => {
  await asClerk(page);
  const { orderId } = await waitingOrder(page, 1);
  const { orderItems } = await asked<Order>(page, `Order/Get/${orderId}`);
  const own = orderItems.map(({ inventory }) => inventory.inventoryId);
  const found = await asked<{ searchInStockResults: { inventoryId: number }[] }>(
    page,
    "Inventory/GetInventoryBySearchParams",
  );
  const other = found.searchInStockResults.find(({ inventoryId }) => !own.includes(inventoryId));
  const { inventoryItems } = await asked<{ inventoryItems: Copy[] }>(page, `Inventory/Get/${other?.inventoryId}`);
  const copy = first(inventoryItems);
  await page.goto(`/admin/editorder/${orderId}`);
  await scanButton(page).click();
  await page.getByRole("textbox", { name: "Or type its number" }).fill(String(copy.inventoryItemId));
  await page.keyboard.press("Enter");
  await expect(
    dialog(page)
      .getByRole("alert")
      .filter({ hasText: nameOf(copy) }),
  ).toHaveText(`${nameOf(copy)}: This copy belongs to another title.`);
});

for (const viewport of [desk, phone]) {
  test(`a copy is found by one tap from the inventory at ${viewport.width} px`, async ({ page, library }) => {
    await asClerk(page);
    const { copies } = await waitingOrder(page, 1);
    const copy = first(copies);
    const camera = { scenes: [{ code: writeLabel({ ...copy, skuNumber: "OLD2" }), seconds: 1 }] };
    await withCamera(library.address, { camera, viewport }, async (clerk) => {
      await asClerk(clerk);
      await clerk.goto("/admin/inventorylist");
      await clerk.getByRole("button", { name: "Find by scan" }).click();
      await expect(clerk).toHaveURL(new RegExp(`/admin/viewitem/\\d+\\?copy=${copy.inventoryItemId}`));
      await expect(clerk.getByText(`Scanned: ${nameOf(copy)}`)).toBeVisible();
      await expect(clerk.getByText("The label is out of date. Please print a new one.").first()).toBeVisible();
      await expect(clerk.getByRole("dialog")).toBeHidden();
      await expectAccessible(clerk);
    });
  });
}
