import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { DocumentField, FileField, type Upload } from "./file-fields.tsx";

type StartedUpload = {
  file: File;
  signal: AbortSignal;
  progress: (part: number) => void;
  done: () => void;
  refuse: (reason: string) => void;
};
let uploads: StartedUpload[] = [];
beforeEach(() => {
  uploads = [];
});

/** Starts an upload, which waits for the test's answer. */
const upload: Upload<void> = (file, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
    uploads.push({ file, signal, progress: onProgress, done: resolve, refuse: (reason) => reject(new Error(reason)) });
  });

const picker = page.getByLabelText(/^Choose a/);
const csv = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: "text/csv" });

async function field() {
  return render(
    <FileField
      id="file"
      label="File"
      hint="CSV or MARC."
      accept=".csv,.mrc"
      objection={({ size }) => (size === 0 ? "The file is empty." : undefined)}
      send={upload}
    />,
  );
}

describe("a file field", () => {
  it("uploads a file as soon as it is chosen and shows the progress", async () => {
    await field();
    await picker.upload(csv("titles.csv"));
    await expect.element(page.getByText("titles.csv: 0% uploaded")).toBeVisible();
    uploads[0]?.progress(0.62);
    await expect.element(page.getByText("titles.csv: 62% uploaded")).toBeVisible();
    uploads[0]?.progress(1);
    await expect.element(page.getByText("titles.csv: reading…")).toBeVisible();
    uploads[0]?.done();
    await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
  });

  it("names a refused file with the reason until another one is chosen", async () => {
    await field();
    await picker.upload(csv("titles.csv"));
    await expect.poll(() => uploads.length).toBe(1);
    uploads[0]?.refuse("The file has no header.");
    await expect.element(page.getByText("titles.csv: The file has no header.")).toBeVisible();
    await expect.element(picker).toHaveAttribute("aria-invalid", "true");
    await picker.upload(csv("better.csv"));
    await expect.element(page.getByText("titles.csv: The file has no header.")).not.toBeInTheDocument();
  });

  it("does not upload a file that fails its own check", async () => {
    await field();
    await picker.upload(csv("empty.csv", 0));
    await expect.element(page.getByText("empty.csv: The file is empty.")).toBeVisible();
    expect(uploads).toHaveLength(0);
  });

  it("ignores a file that is replaced during its upload", async () => {
    await field();
    await picker.upload(csv("first.csv"));
    await expect.poll(() => uploads.length).toBe(1);
    await picker.upload(csv("second.csv"));
    await expect.poll(() => uploads.length).toBe(2);
    expect(uploads[0]?.signal.aborted).toBe(true);
    uploads[0]?.refuse("Aborted.");
    uploads[0]?.progress(1);
    await expect.element(page.getByText("second.csv: 0% uploaded")).toBeVisible();
    expect(page.getByText(/first\.csv/).query()).toBeNull();
  });

  it("announces an upload once, not with each percent", async () => {
    await field();
    await picker.upload(csv("titles.csv"));
    await expect.element(page.getByRole("status")).toHaveTextContent("Uploading titles.csv");
    uploads[0]?.progress(0.5);
    await expect.element(page.getByText("titles.csv: 50% uploaded")).toBeVisible();
    await expect.element(page.getByRole("status")).toHaveTextContent(/^Uploading titles\.csv$/);
  });

  it("cancels the upload when it unmounts", async () => {
    const screen = await field();
    await picker.upload(csv("titles.csv"));
    await expect.poll(() => uploads.length).toBe(1);
    await screen.unmount();
    expect(uploads[0]?.signal.aborted).toBe(true);
  });
});

type Stored = { url: string; fileName: string; size: number };

function Guide({ start = null }: { start?: Stored | null }) {
  const [stored, setStored] = useState(start);
  return (
    <DocumentField
      id="guide"
      label="document"
      stored={stored}
      onChange={setStored}
      accept="application/pdf"
      upload={async (file, options) => {
        await upload(file, options);
        return { url: "/media/guide.pdf", fileName: file.name, size: 20_000 };
      }}
    />
  );
}

const pdf = (name: string) => new File(["%PDF"], name, { type: "application/pdf" });

it("a stored document is shown with its size and a download link", async () => {
  await render(<Guide />);
  await page.getByLabelText("Choose a document").upload(pdf("guide.pdf"));
  await expect.element(page.getByRole("progressbar", { name: "Uploading guide.pdf" })).toBeVisible();
  uploads[0]?.done();
  const link = page.getByRole("link", { name: "guide.pdf" });
  await expect.element(link).toHaveAttribute("download", "guide.pdf");
  await expect.element(link).toHaveAttribute("href", "/media/guide.pdf");
  await expect.element(page.getByRole("status")).toHaveTextContent("guide.pdf, 20 kB");
});

it("a document stays when its replacement is refused", async () => {
  await render(<Guide start={{ url: "/media/old.pdf", fileName: "old.pdf", size: 1000 }} />);
  await page.getByLabelText("Replace the document").upload(pdf("new.pdf"));
  await expect.element(page.getByRole("progressbar")).toBeVisible();
  uploads[0]?.refuse("This PDF is encrypted.");
  await expect.element(page.getByText("This PDF is encrypted.")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "old.pdf" })).toBeVisible();
});

it("removing a document moves the focus to its picker", async () => {
  await render(<Guide start={{ url: "/media/old.pdf", fileName: "old.pdf", size: 1000 }} />);
  await page.getByRole("button", { name: "Remove the document" }).click();
  await expect.element(page.getByRole("link", { name: "old.pdf" })).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Choose a document")).toHaveFocus();
});
