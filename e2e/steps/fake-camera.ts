import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { encodeQR } from "qr";
import { browserOptions } from "#e2e/browser.ts";
import { expect } from "#e2e/test.ts";

const width = 640;
const height = 480;
const framesPerSecond = 10;

// a refused request is reported, too, and so are headers that the browser ignores without https
const mayBeSaid = /^(Failed to load resource|The Cross-Origin-Opener-Policy header has been ignored)/;

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

/** The browser's camera: a video, or one without permission. */
export type FakeCamera = { scenes: readonly Scene[] } | "denied";

type Visit = { camera: FakeCamera; viewport?: { width: number; height: number } };

/** Starts a browser with its own camera; fails on console errors and on requests outside the library. */
export async function withCamera(
  address: string,
  { camera, viewport = { width: 1280, height: 800 } }: Visit,
  visit: (page: Page, requested: readonly string[]) => Promise<void>,
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
    const requested: string[] = [];
    const faults: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (said) => {
      if (said.type() === "error" && !mayBeSaid.test(said.text())) faults.push(said.text());
    });
    await visit(page, requested);
    expect(faults, "errors in the browser's console").toEqual([]);
    const outside = requested.filter((url) => !url.startsWith(address) && !/^(blob|data):/.test(url));
    expect(outside, "requests that left the library").toEqual([]);
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
