import { encodeQR } from "qr";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { CodeScanner } from "./code-scanner.tsx";

const size = 400;
const canvas = document.createElement("canvas");
canvas.width = size;
canvas.height = size;
let shownCode: string | undefined;
let painting: ReturnType<typeof setInterval>;
let read: string[] = [];

/** Draws the camera's view: a code on a gray table, or only the table. */
function paint(): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.fillStyle = "#888";
  pen.fillRect(0, 0, size, size);
  if (shownCode === undefined) return;
  const rows = encodeQR(shownCode, "raw", { ecc: "high", border: 4 });
  const module = Math.floor((size * 0.8) / rows.length);
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) {
      pen.fillStyle = isDark ? "#111" : "#eee";
      pen.fillRect(40 + x * module, 40 + y * module, module, module);
    }
}

function cameraThat(opens: () => Promise<MediaStream>): void {
  // why: the browser of the tests has no camera; what a camera gives is real, and so is what reads it
  vi.spyOn(navigator.mediaDevices, "getUserMedia").mockImplementation(opens);
}

const failing = (name: string) => () => Promise.reject(new DOMException("No camera.", name));

beforeEach(() => {
  read = [];
  shownCode = undefined;
  painting = setInterval(paint, 50);
  localStorage.removeItem("scanner lens");
});
afterEach(() => {
  clearInterval(painting);
  vi.restoreAllMocks();
});

const scanner = () =>
  render(<CodeScanner onCode={async (text) => void read.push(text)} onNothing={() => void read.push("nothing")} />);

describe("a camera", () => {
  it("reads a code once while it stays in the picture, then the next", async () => {
    cameraThat(async () => canvas.captureStream(10));
    shownCode = "SKU B12345 copy 2";
    await scanner();
    await expect.poll(() => read).toEqual(["SKU B12345 copy 2"]);
    shownCode = "SKU B12345 copy 3";
    await expect.poll(() => read).toEqual(["SKU B12345 copy 2", "SKU B12345 copy 3"]);
  });

  it.each([1280, 390])("stays where it is when something is said of a scan, at %i px", async (width) => {
    await page.viewport(width, 844);
    cameraThat(async () => canvas.captureStream(10));
    const told = (said: ReactNode) => (
      // in the middle of a window, as dialogs are
      <div style={{ display: "grid", alignContent: "center", width: "min(30rem, 100vw)", height: "40rem" }}>
        <CodeScanner onCode={async () => {}} onNothing={() => {}} said={said} />
      </div>
    );
    const screen = await render(told(undefined));
    const view = page.getByLabelText("Camera view");
    await expect.poll(() => document.querySelector("[data-state]")?.getAttribute("data-state")).toBe("on");
    const place = () => {
      const { top, left, width, height } = view.element().getBoundingClientRect();
      return { top, left, width, height };
    };
    const before = place();
    await screen.rerender(
      told(
        <Alert tone="success" title="Checked in: #B12345 copy 2.">
          Health for all
        </Alert>,
      ),
    );
    await expect.element(page.getByText("Health for all")).toBeVisible();
    expect(place()).toEqual(before);
  });

  it("is switched off when the scanner is closed", async () => {
    const stream = canvas.captureStream(10);
    cameraThat(async () => stream);
    const screen = await scanner();
    await expect.element(page.getByLabelText("Camera view")).toBeVisible();
    await expect.poll(() => document.querySelector("[data-state]")?.getAttribute("data-state")).toBe("on");
    await screen.unmount();
    expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(["ended"]);
  });

  it("is switched off, too, when it comes only after the scanner was closed", async () => {
    const stream = canvas.captureStream(10);
    let allow: (() => void) | undefined;
    cameraThat(() => new Promise((resolve) => (allow = () => resolve(stream))));
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
  ])("that fails with %s says what to do, and can be tried again", async (name, words) => {
    cameraThat(failing(name));
    await scanner();
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(page.getByText("Take a photo")).toBeVisible();
    cameraThat(async () => canvas.captureStream(10));
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByText(words)).not.toBeInTheDocument();
  });

  it("offers its light where it has one, and says whether it is on", async () => {
    const stream = canvas.captureStream(10);
    const [track] = stream.getVideoTracks();
    if (!track) throw new Error("The canvas has no track.");
    // no light here, either: what a phone answers
    const light: MediaTrackCapabilities & { torch: boolean } = { torch: true };
    vi.spyOn(track, "getCapabilities").mockReturnValue(light);
    const applied = vi.spyOn(track, "applyConstraints").mockResolvedValue();
    cameraThat(async () => stream);
    await scanner();
    const button = page.getByRole("button", { name: "Light" });
    await expect.element(button).toHaveAttribute("aria-pressed", "false");
    for (const torch of [true, false]) {
      await button.click();
      await expect.element(button).toHaveAttribute("aria-pressed", String(torch));
      expect(applied).toHaveBeenLastCalledWith({ advanced: [{ torch }] });
    }
  });

  it("of a lens that is gone gives way to another one", async () => {
    localStorage.setItem("scanner lens", "gone");
    const asked: unknown[] = [];
    vi.spyOn(navigator.mediaDevices, "getUserMedia").mockImplementation((wanted) => {
      asked.push(wanted?.video);
      return asked.length === 1 ? failing("OverconstrainedError")() : Promise.resolve(canvas.captureStream(10));
    });
    await scanner();
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    expect(asked[0]).toMatchObject({ deviceId: { exact: "gone" } });
    expect(asked[1]).toMatchObject({ facingMode: { ideal: "environment" } });
    await expect.element(page.getByLabelText("Camera view")).toBeVisible();
  });
});

describe("a photo", () => {
  it("is read where there is no camera", async () => {
    cameraThat(failing("NotFoundError"));
    await scanner();
    shownCode = "SKU C777 copy 1";
    paint();
    const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    await page.getByLabelText("Take a photo").upload(new File([photo ?? ""], "label.png", { type: "image/png" }));
    await expect.poll(() => read).toEqual(["SKU C777 copy 1"]);
  });

  it("without a code, or that is no picture, says so", async () => {
    cameraThat(failing("NotFoundError"));
    await scanner();
    await page.getByLabelText("Take a photo").upload(new File(["words"], "notes.png", { type: "image/png" }));
    await expect.poll(() => read).toEqual(["nothing"]);
  });
});
