import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { FileField } from "./file-fields.tsx";

type Sent = {
  file: File;
  signal: AbortSignal;
  progress: (part: number) => void;
  done: () => void;
  refuse: (reason: string) => void;
};
let sent: Sent[] = [];
beforeEach(() => {
  sent = [];
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
      send={(file, { signal, onProgress }) =>
        new Promise((resolve, reject) => {
          sent.push({
            file,
            signal,
            progress: onProgress,
            done: resolve,
            refuse: (reason) => reject(new Error(reason)),
          });
        })
      }
    />,
  );
}

describe("a file field", () => {
  it("uploads a file as soon as it is chosen and shows the progress", async () => {
    await field();
    await picker.upload(csv("titles.csv"));
    await expect.element(page.getByText("titles.csv: 0% uploaded")).toBeVisible();
    sent[0]?.progress(0.62);
    await expect.element(page.getByText("titles.csv: 62% uploaded")).toBeVisible();
    sent[0]?.progress(1);
    await expect.element(page.getByText("titles.csv: reading…")).toBeVisible();
    sent[0]?.done();
    await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
  });

  it("names a refused file with the reason until another one is chosen", async () => {
    await field();
    await picker.upload(csv("titles.csv"));
    await expect.poll(() => sent.length).toBe(1);
    sent[0]?.refuse("The file has no header.");
    await expect.element(page.getByText("titles.csv: The file has no header.")).toBeVisible();
    await expect.element(picker).toHaveAttribute("aria-invalid", "true");
    await picker.upload(csv("better.csv"));
    await expect.element(page.getByText("titles.csv: The file has no header.")).not.toBeInTheDocument();
  });

  it("does not upload a file that it can refuse itself", async () => {
    await field();
    await picker.upload(csv("empty.csv", 0));
    await expect.element(page.getByText("empty.csv: The file is empty.")).toBeVisible();
    expect(sent).toHaveLength(0);
  });

  it("shows nothing more of a file that is replaced during its upload", async () => {
    await field();
    await picker.upload(csv("first.csv"));
    await expect.poll(() => sent.length).toBe(1);
    await picker.upload(csv("second.csv"));
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[0]?.signal.aborted).toBe(true);
    sent[0]?.refuse("Aborted.");
    sent[0]?.progress(1);
    await expect.element(page.getByText("second.csv: 0% uploaded")).toBeVisible();
    expect(page.getByText(/first\.csv/).query()).toBeNull();
  });

  it("announces an upload once, not with each percent", async () => {
    await field();
    await picker.upload(csv("titles.csv"));
    await expect.element(page.getByRole("status")).toHaveTextContent("Uploading titles.csv");
    sent[0]?.progress(0.5);
    await expect.element(page.getByText("titles.csv: 50% uploaded")).toBeVisible();
    await expect.element(page.getByRole("status")).toHaveTextContent(/^Uploading titles\.csv$/);
  });

  it("cancels the upload when it unmounts", async () => {
    const screen = await field();
    await picker.upload(csv("titles.csv"));
    await expect.poll(() => sent.length).toBe(1);
    await screen.unmount();
    expect(sent[0]?.signal.aborted).toBe(true);
  });
});
