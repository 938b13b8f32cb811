import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { PictureField, type StoredPicture } from "./picture-field.tsx";

const blank = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";

/** A started upload, which waits for the test's answer. */
type StartedUpload = {
  file: File;
  signal: AbortSignal;
  progress: (part: number) => void;
  store: () => void;
  refuse: (reason: string) => void;
};
let uploads: StartedUpload[] = [];
beforeEach(() => {
  uploads = [];
});

function upload(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<StoredPicture> {
  return new Promise((resolve, reject) => {
    const store = () => resolve({ url: `${blank}#${file.name}`, fileName: file.name });
    uploads.push({ file, signal, progress: onProgress, store, refuse: (reason) => reject(new Error(reason)) });
  });
}

const running = vi.fn<(upload: Promise<boolean>) => void>();

function Cover({ start = null, words = "" }: { start?: StoredPicture | null; words?: string }) {
  const [picture, setPicture] = useState(start);
  const [text, setText] = useState(words);
  return (
    <PictureField
      id="cover"
      label="Cover"
      hint="A photo of the front."
      picture={picture}
      onChange={setPicture}
      upload={upload}
      objection={({ size }) => (size > 1000 ? "The picture can’t be larger than 1 kB." : undefined)}
      accept="image/*"
      onUploading={running}
      alternative={{ id: "alternative", text, onChange: setText }}
    />
  );
}

const picker = page.getByLabelText(/^Choose (a|another) picture$/);
const bar = page.getByRole("progressbar");
const words = page.getByRole("textbox", { name: /^Alternative text/ });
const button = (name: string) => page.getByRole("button", { name });
const file = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: "image/png" });
const stored: StoredPicture = { url: `${blank}#old.png`, fileName: "old.png" };

describe("a picture field", () => {
  it("uploads a picture as soon as it is chosen, with progress, and then shows it", async () => {
    await render(<Cover />);
    await picker.upload(file("front.png"));
    await expect.element(bar).toHaveAccessibleName("Uploading front.png");
    uploads[0]?.progress(0.4);
    await expect.element(page.getByText("40%")).toBeVisible();
    uploads[0]?.progress(1);
    await expect.element(page.getByText("Almost done…")).toBeVisible();
    uploads[0]?.store();
    await expect.element(page.getByText("front.png")).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(button("Remove picture")).toBeVisible();
  });

  it("reports an upload and its outcome to its form", async () => {
    await render(<Cover />);
    await picker.upload(file("front.png"));
    await expect.poll(() => uploads.length).toBe(1);
    uploads[0]?.store();
    expect(await running.mock.lastCall?.[0]).toBe(true);
    await picker.upload(file("back.png"));
    await expect.poll(() => uploads.length).toBe(2);
    uploads[1]?.refuse("No.");
    expect(await running.mock.lastCall?.[0]).toBe(false);
  });

  it("shows why a picture was refused and keeps the previous one", async () => {
    await render(<Cover start={stored} />);
    await picker.upload(file("broken.png"));
    await expect.poll(() => uploads.length).toBe(1);
    uploads[0]?.refuse("The picture is damaged and can’t be read.");
    await expect.element(picker).toHaveAccessibleDescription(/damaged/);
    await expect.element(page.getByText("old.png")).toBeVisible();
  });

  it("uploads a dropped picture", async () => {
    const { container } = await render(<Cover />);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(file("dropped.png"));
    const zone = container.querySelector("fieldset");
    zone?.dispatchEvent(new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer }));
    await expect.element(page.getByText("Drop to add")).toBeInTheDocument();
    zone?.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    await expect.poll(() => uploads[0]?.file.name).toBe("dropped.png");
  });
});

describe("the alternative text of a picture", () => {
  it("appears once there is a picture", async () => {
    await render(<Cover />);
    expect(words.query()).toBeNull();
    await picker.upload(file("front.png"));
    await expect.element(words).toBeVisible();
  });

  it("is removed with its picture and can be restored", async () => {
    await render(<Cover start={stored} words="Two children wash their hands." />);
    await picker.upload(file("front.png"));
    await expect.poll(() => uploads.length).toBe(1);
    uploads[0]?.store();
    await expect.element(words).toHaveValue("");
    await button("Restore it").click();
    await expect.element(words).toHaveValue("Two children wash their hands.");
    await expect.element(words).toHaveFocus();
    await expect.element(button("Restore it")).not.toBeInTheDocument();
  });
});

it("a picture field can be operated with the keyboard alone", async () => {
  await render(<Cover start={stored} />);
  await userEvent.tab();
  await expect.element(picker).toHaveFocus();
  await userEvent.tab();
  await expect.element(button("Remove picture")).toHaveFocus();
});
