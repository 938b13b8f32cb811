import { chromium, type Page } from "@playwright/test";
import { writeLabel } from "#contract/catalog/label-code.ts";
import type { Caller } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { encodeQR } from "qr";
import { browserOptions } from "#e2e/browser.ts";

const phone = { width: 390, height: 844 };
const dialog = (page: Page) => page.getByRole("dialog", { name: "Scan copies" });
const scanButton = (page: Page) => page.getByRole("button", { name: "Scan copies" });
const copyChip = (page: Page, name: string) =>
  page.getByRole("list", { name: "Copies checked out" }).getByText(name, { exact: true });

type Copy = { inventoryItemId: number; skuNumber: string; copyNumber: number; isAvailable: boolean };
type Line = { quantity: number; inventory: { inventoryId: number }; orderInventoryItems: unknown[] };
type Order = { orderId: number; orderItems: Line[] };
type UnpackedOrder = { orderId: number; copies: Copy[] };

/** Finds a new order that needs at least `minCopies` copies, all available. */
async function waitingOrder(clerk: Caller, minCopies: number): Promise<UnpackedOrder> {
  const orders = await clerk.tell<{ data: { orderId: number }[] }>("Order/GetOrdersBySearchFilters", { statusId: 1 });
  for (const { orderId } of orders.data) {
    const order = await clerk.ask<Order>(`Order/Get/${orderId}`);
    const copies: Copy[] = [];
    for (const { quantity, inventory, orderInventoryItems } of order.orderItems) {
      const { inventoryItems } = await clerk.ask<{ inventoryItems: Copy[] }>(`Inventory/Get/${inventory.inventoryId}`);
      const available = inventoryItems.filter(({ isAvailable }) => isAvailable);
      copies.push(...available.slice(0, quantity - orderInventoryItems.length));
    }
    if (copies.length >= minCopies) return { orderId, copies };
  }
  throw new Error(`No demonstration order needs ${minCopies} copies.`);
}

async function editOrder(page: Page, clerk: Caller, orderId: number): Promise<void> {
  await clerk.enter(page);
  await page.goto(`/admin/editorder/${orderId}`);
  await expect(scanButton(page)).toBeVisible();
}

/** Returns the video track that the page shows. */
const cameraTrack = (page: Page) =>
  page.evaluateHandle(() => {
    const stream = document.querySelector("video")?.srcObject;
    if (!(stream instanceof MediaStream)) throw new Error("The video has no stream.");
    return stream.getTracks()[0];
  });

const nameOf = (copy: Copy | undefined) => `#${copy?.skuNumber} copy ${copy?.copyNumber}`;
const first = (copies: readonly Copy[]): Copy => {
  const [copy] = copies;
  if (!copy) throw new Error("There is no copy.");
  return copy;
};

test("one tap assigns scanned copies one after another", async ({ library }) => {
  const clerkApi = await clerkOf(library.address);
  const { orderId, copies } = await waitingOrder(clerkApi, 2);
  const firstTwo = copies.slice(0, 2);
  const scenes = firstTwo.flatMap((copy) => [{ code: writeLabel(copy), seconds: 2 }, { seconds: 1 }]);
  await withCamera(library.address, { camera: { scenes }, viewport: phone }, async (clerk, requests) => {
    await editOrder(clerk, clerkApi, orderId);
    await clerk.getByLabel(/^Tracking number/).fill("half typed");
    const scannerRequests = () => requests.filter((url) => /\.wasm/.test(url));
    expect(scannerRequests()).toEqual([]);

    await scanButton(clerk).click();
    for (const copy of firstTwo) {
      await expect(dialog(clerk).getByText(`SKU assigned. ${nameOf(copy)}.`)).toBeVisible({ timeout: 20_000 });
    }
    await expect(dialog(clerk).getByText("2 copies so far.")).toBeVisible();
    await expectAccessible(clerk);
    expect(scannerRequests().length).toBeGreaterThanOrEqual(1);
    const overflow = await clerk.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);

    const track = await cameraTrack(clerk);
    await clerk.keyboard.press("Escape");
    await expect(dialog(clerk)).toBeHidden();
    expect(await track.evaluate((running) => running?.readyState)).toBe("ended");
    await expect(scanButton(clerk)).toBeFocused();
    for (const copy of firstTwo) await expect(copyChip(clerk, nameOf(copy))).toBeVisible();
    await expect(clerk.getByLabel(/^Tracking number/)).toHaveValue("half typed");
  });
});

test("a copy is assigned by its number and by a hand scanner when the camera is blocked", async ({ library }) => {
  const clerkApi = await clerkOf(library.address);
  const { orderId, copies } = await waitingOrder(clerkApi, 2);
  const [typedCopy, scannedCopy] = [first(copies), first(copies.slice(1))];
  await withCamera(library.address, { camera: "denied", viewport: phone }, async (clerk) => {
    await editOrder(clerk, clerkApi, orderId);
    await scanButton(clerk).click();
    await expect(dialog(clerk).getByText("Camera access is blocked.")).toBeVisible();
    await expectAccessible(clerk);
    const box = dialog(clerk).getByRole("textbox", { name: "Or type the number" });
    await box.fill("ZZZZZZ 9");
    await box.press("Enter");
    await expect(dialog(clerk).getByRole("alert")).toHaveText("No copy has that number.");
    await box.fill(`${typedCopy.skuNumber} copy ${typedCopy.copyNumber}`);
    await dialog(clerk).getByRole("button", { name: "Assign" }).click();
    await expect(dialog(clerk).getByText(`SKU assigned. ${nameOf(typedCopy)}.`)).toBeVisible();
    await expect(box).toHaveValue("");
    // the scanner's Enter doesn't press the focused button
    await dialog(clerk).getByRole("button", { name: "Close" }).focus();
    await scanByHand(clerk, writeLabel(scannedCopy));
    await expect(dialog(clerk).getByText(`SKU assigned. ${nameOf(scannedCopy)}.`)).toBeVisible();
  });
});

const width = 640;
const height = 480;
const framesPerSecond = 10;

// the browser also reports refused requests, and headers that it ignores without https
const expectedErrors = /^(Failed to load resource|The Cross-Origin-Opener-Policy header has been ignored)/;

/** One scene of a video: a code's text or plain gray, and its duration. */
export type Scene = { code?: string; seconds: number };

/** Returns the brightness of every pixel: a level H code in the middle of a gray table. */
function draw(code: string | undefined): Uint8Array {
  const luma = new Uint8Array(width * height).fill(120);
  if (code === undefined) return luma;
  const data = encodeQR(code, "raw", { ecc: "high", border: 4 });
  const module = Math.floor((height * 0.8) / data.length);
  const [left, top] = [(width - module * data.length) >> 1, (height - module * data.length) >> 1];
  for (let y = 0; y < module * data.length; y += 1) {
    for (let x = 0; x < module * data.length; x += 1) {
      luma[(top + y) * width + left + x] = data[Math.floor(y / module)]?.[Math.floor(x / module)] ? 20 : 235;
    }
  }
  return luma;
}

/** Returns an uncompressed video (YUV4MPEG2) that Chromium loops in place of a camera. */
function videoOf(scenes: readonly Scene[]): Buffer {
  const colors = new Uint8Array((width * height) / 2).fill(128);
  const frames = scenes.flatMap(({ code, seconds }) => {
    const frame = Buffer.concat([Buffer.from("FRAME\n"), draw(code), colors]);
    return Array.from({ length: Math.round(seconds * framesPerSecond) }, () => frame);
  });
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, ...frames]);
}

/** The scenes that the camera shows, or a camera without permission. */
export type FakeCamera = { scenes: readonly Scene[] } | "denied";

type Visit = { camera: FakeCamera; viewport?: { width: number; height: number } };

/** Starts a browser with its own camera; fails on console errors and on requests outside the library. */
export async function withCamera(
  address: string,
  { camera, viewport = { width: 1280, height: 800 } }: Visit,
  visit: (page: Page, requests: readonly string[]) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "camera-"));
  const video = path.join(folder, "video.y4m");
  if (camera !== "denied") await writeFile(video, videoOf(camera.scenes));
  const options = browserOptions({ wholeBrowser: true });
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), ...flagsOf(camera, video)],
  });
  try {
    const context = await browser.newContext({ baseURL: address, viewport, locale: "en-US" });
    const page = await context.newPage();
    const requests: string[] = [];
    const faults: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !expectedErrors.test(message.text())) faults.push(message.text());
    });
    await visit(page, requests);
    expect(faults, "errors in the browser's console").toEqual([]);
    const outside = requests.filter((url) => !url.startsWith(address) && !/^(blob|data):/.test(url));
    expect(outside, "requests to other hosts").toEqual([]);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function flagsOf(camera: FakeCamera, video: string): string[] {
  // a headless browser denies every permission that it would have to ask for
  if (camera === "denied") return ["--use-fake-device-for-media-stream", "--deny-permission-prompts"];
  return [
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${video}`,
  ];
}
