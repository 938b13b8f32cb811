import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { PictureField, type StoredPicture } from "./picture-field.tsx";

const blank = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";

/** The uploads that were begun; each waits until the test answers it. */
type Begun = {
  file: File;
  signal: AbortSignal;
  progress: (part: number) => void;
  store: () => void;
  refuse: (why: string) => void;
};
let begun: Begun[] = [];
beforeEach(() => {
  begun = [];
});

function upload(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<StoredPicture> {
  return new Promise((resolve, reject) => {
    const store = () => resolve({ url: `${blank}#${file.name}`, fileName: file.name });
    begun.push({ file, signal, progress: onProgress, store, refuse: (why) => reject(new Error(why)) });
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

describe("a picture", () => {
  it("is sent as soon as it is chosen, with its progress, and is shown once it is stored", async () => {
    await render(<Cover />);
    await picker.upload(file("front.png"));
    await expect.element(bar).toHaveAccessibleName("Upload of front.png");
    begun[0]?.progress(0.4);
    await expect.element(page.getByText("40%")).toBeVisible();
    begun[0]?.progress(1);
    await expect.element(page.getByText("Almost done…")).toBeVisible();
    begun[0]?.store();
    await expect.element(page.getByText("front.png")).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(button("Remove picture")).toBeVisible();
  });

  it("tells its form that an upload runs, and whether the picture was stored", async () => {
    await render(<Cover />);
    await picker.upload(file("front.png"));
    await expect.poll(() => begun.length).toBe(1);
    begun[0]?.store();
    expect(await running.mock.lastCall?.[0]).toBe(true);
    await picker.upload(file("back.png"));
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.refuse("No.");
    expect(await running.mock.lastCall?.[0]).toBe(false);
  });

  it("that is refused is said beside the picker, and the one before stays", async () => {
    await render(<Cover start={stored} />);
    await picker.upload(file("broken.png"));
    await expect.poll(() => begun.length).toBe(1);
    begun[0]?.refuse("The picture is damaged and can’t be read.");
    await expect.element(picker).toHaveAccessibleDescription(/damaged/);
    await expect.element(page.getByText("old.png")).toBeVisible();
  });

  it("is removed, and the keyboard is where it can choose another", async () => {
    await render(<Cover start={stored} />);
    await button("Remove picture").click();
    await expect.element(page.getByText("old.png")).not.toBeInTheDocument();
    await expect.element(page.getByLabelText("Choose a picture", { exact: true })).toHaveFocus();
  });

  it("that is dropped is sent, too", async () => {
    const { container } = await render(<Cover />);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(file("dropped.png"));
    const zone = container.querySelector("fieldset");
    zone?.dispatchEvent(new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer }));
    await expect.element(page.getByText("Drop to add")).toBeInTheDocument();
    zone?.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    await expect.poll(() => begun[0]?.file.name).toBe("dropped.png");
  });

  it("stops its upload when the form goes", async () => {
    const screen = await render(<Cover />);
    await picker.upload(file("front.png"));
    await expect.poll(() => begun.length).toBe(1);
    await screen.unmount();
    expect(begun[0]?.signal.aborted).toBe(true);
  });
});

describe("what is said of a picture", () => {
  it("is asked for once there is a picture", async () => {
    await render(<Cover />);
    expect(words.query()).toBeNull();
    await picker.upload(file("front.png"));
    await expect.element(words).toBeVisible();
  });

  it("goes with its picture, and can be put back", async () => {
    await render(<Cover start={stored} words="Two children wash their hands." />);
    await picker.upload(file("front.png"));
    await expect.poll(() => begun.length).toBe(1);
    begun[0]?.store();
    await expect.element(words).toHaveValue("");
    await button("Restore it").click();
    await expect.element(words).toHaveValue("Two children wash their hands.");
    await expect.element(words).toHaveFocus();
    await expect.element(button("Restore it")).not.toBeInTheDocument();
  });
});

it("is chosen by keyboard alone", async () => {
  await render(<Cover start={stored} />);
  await userEvent.tab();
  await expect.element(picker).toHaveFocus();
  await userEvent.tab();
  await expect.element(button("Remove picture")).toHaveFocus();
});
