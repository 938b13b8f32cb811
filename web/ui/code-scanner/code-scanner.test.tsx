import { BarcodeDetector } from "barcode-detector/ponyfill";
import { encodeQR } from "qr";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { CodeScanner } from "./code-scanner.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";

const size = 400;
const canvas = document.createElement("canvas");
canvas.width = size;
canvas.height = size;
let currentCode: string | undefined;
let painting: ReturnType<typeof setInterval>;
let codes: string[] = [];

/** Draws the camera's view: a code on a gray table, or only the table. */
function paint(): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.fillStyle = "#888";
  pen.fillRect(0, 0, size, size);
  if (currentCode === undefined) return;
  const rows = encodeQR(currentCode, "raw", { ecc: "high", border: 4 });
  const module = Math.floor((size * 0.8) / rows.length);
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) {
      pen.fillStyle = isDark ? "#111" : "#eee";
      pen.fillRect(40 + x * module, 40 + y * module, module, module);
    }
}

function mockCamera(open: () => Promise<MediaStream>): void {
  // the tests' browser has no camera, but the stream and its decoding are real
  vi.spyOn(navigator.mediaDevices, "getUserMedia").mockImplementation(open);
}

const failing = (name: string) => () => Promise.reject(new DOMException("No camera.", name));

beforeEach(() => {
  codes = [];
  currentCode = undefined;
  painting = setInterval(paint, 50);
  localStorage.removeItem("scanner lens");
});
afterEach(() => {
  clearInterval(painting);
  vi.restoreAllMocks();
});

const scanner = () =>
  render(<CodeScanner onCode={async (text) => void codes.push(text)} onNothing={() => void codes.push("nothing")} />);

describe("the scanner camera", () => {
  it("reads a code once while it stays in view, then the next", async () => {
    mockCamera(async () => canvas.captureStream(10));
    currentCode = "SKU B12345 copy 2";
    await scanner();
    await expect.poll(() => codes).toEqual(["SKU B12345 copy 2"]);
    currentCode = "SKU B12345 copy 3";
    await expect.poll(() => codes).toEqual(["SKU B12345 copy 2", "SKU B12345 copy 3"]);
  });

  it("says once that it sees no code, but never in place of what was said about one", async () => {
    let ahead = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + ahead);
    const detect = vi.spyOn(BarcodeDetector.prototype, "detect");
    /** Waits until a few more pictures without a code have been read. */
    const seeNothing = async () => {
      const count = () =>
        detect.mock.settledResults.filter(({ value }) => Array.isArray(value) && value.length === 0).length;
      const before = count();
      await expect.poll(count).toBeGreaterThan(before + 2);
    };
    mockCamera(async () => canvas.captureStream(10));
    const screen = await scanner();
    await seeNothing();
    expect(codes).toEqual([]);
    ahead += 9000;
    await expect.poll(() => codes).toEqual(["nothing"]);
    await screen.unmount();

    codes = [];
    currentCode = "no label of ours";
    await scanner();
    await expect.poll(() => codes).toEqual(["no label of ours"]);
    currentCode = undefined;
    await seeNothing();
    ahead += 9000;
    await seeNothing();
    expect(codes).toEqual(["no label of ours"]);
  });

  it.each([1280, 390])("does not move when a scan result appears, at %i px", async (width) => {
    await page.viewport(width, 844);
    mockCamera(async () => canvas.captureStream(10));
    const inDialog = (result: ReactNode) => (
      // centered, as dialogs are
      <div style={{ display: "grid", alignContent: "center", width: "min(30rem, 100vw)", height: "40rem" }}>
        <CodeScanner onCode={async () => {}} onNothing={() => {}} result={result} />
      </div>
    );
    const screen = await render(inDialog(undefined));
    const view = page.getByLabelText("Camera view");
    await expect.poll(() => document.querySelector("[data-state]")?.getAttribute("data-state")).toBe("on");
    const position = () => {
      const { top, left, width, height } = view.element().getBoundingClientRect();
      return { top, left, width, height };
    };
    const before = position();
    await screen.rerender(
      inDialog(
        <Alert tone="success" title="Checked in: #B12345 copy 2.">
          Health for all
        </Alert>,
      ),
    );
    await expect.element(page.getByText("Health for all")).toBeVisible();
    expect(position()).toEqual(before);
  });

  it("is turned off when the scanner closes", async () => {
    const stream = canvas.captureStream(10);
    mockCamera(async () => stream);
    const screen = await scanner();
    await expect.element(page.getByLabelText("Camera view")).toBeVisible();
    await expect.poll(() => document.querySelector("[data-state]")?.getAttribute("data-state")).toBe("on");
    await screen.unmount();
    expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(["ended"]);
  });

  it("is turned off when it starts only after the scanner closed", async () => {
    const stream = canvas.captureStream(10);
    let allow: (() => void) | undefined;
    mockCamera(() => new Promise((resolve) => (allow = () => resolve(stream))));
    const screen = await scanner();
    await expect.poll(() => allow).toBeDefined();
    await screen.unmount();
    allow?.();
    await expect.poll(() => stream.getTracks()[0]?.readyState).toBe("ended");
  });

  it.each([
    ["NotAllowedError", "Camera access is blocked."],
    ["NotFoundError", "No camera was found."],
    ["NotReadableError", "The camera can’t be used right now."],
  ])("that fails with %s explains what to do and can be retried", async (name, words) => {
    mockCamera(failing(name));
    await scanner();
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(page.getByText("Take a photo")).toBeVisible();
    mockCamera(async () => canvas.captureStream(10));
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByText(words)).not.toBeInTheDocument();
  });

  it("offers its light, if it has one, and shows whether it is on", async () => {
    const stream = canvas.captureStream(10);
    const [track] = stream.getVideoTracks();
    if (!track) throw new Error("The canvas has no track.");
    // what a phone with a light reports
    const light: MediaTrackCapabilities & { torch: boolean } = { torch: true };
    vi.spyOn(track, "getCapabilities").mockReturnValue(light);
    const applyConstraints = vi.spyOn(track, "applyConstraints").mockResolvedValue();
    mockCamera(async () => stream);
    await scanner();
    const button = page.getByRole("button", { name: "Light" });
    await expect.element(button).toHaveAttribute("aria-pressed", "false");
    for (const torch of [true, false]) {
      await button.click();
      await expect.element(button).toHaveAttribute("aria-pressed", String(torch));
      expect(applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch }] });
    }
  });

  it("falls back to another lens when the stored one is gone", async () => {
    localStorage.setItem("scanner lens", "gone");
    const requests: unknown[] = [];
    vi.spyOn(navigator.mediaDevices, "getUserMedia").mockImplementation((constraints) => {
      requests.push(constraints?.video);
      return requests.length === 1 ? failing("OverconstrainedError")() : Promise.resolve(canvas.captureStream(10));
    });
    await scanner();
    await expect.poll(() => requests.length).toBeGreaterThan(1);
    expect(requests[0]).toMatchObject({ deviceId: { exact: "gone" } });
    expect(requests[1]).toMatchObject({ facingMode: { ideal: "environment" } });
    await expect.element(page.getByLabelText("Camera view")).toBeVisible();
  });
});

describe("a photo of a code", () => {
  it("is read when there is no camera", async () => {
    mockCamera(failing("NotFoundError"));
    await scanner();
    currentCode = "SKU C777 copy 1";
    paint();
    const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    await page.getByLabelText("Take a photo").upload(new File([photo ?? ""], "label.png", { type: "image/png" }));
    await expect.poll(() => codes).toEqual(["SKU C777 copy 1"]);
  });

  it("reports when it contains no code or is not a picture", async () => {
    mockCamera(failing("NotFoundError"));
    await scanner();
    await page.getByLabelText("Take a photo").upload(new File(["words"], "notes.png", { type: "image/png" }));
    await expect.poll(() => codes).toEqual(["nothing"]);
  });
});
