import { useState } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { DocumentField } from "./file-fields.tsx";

type Stored = { url: string; fileName: string; size: number };

let answer: { store: () => void; refuse: (reason: string) => void } | undefined;

function Guide({ start = null }: { start?: Stored | null }) {
  const [stored, setStored] = useState(start);
  return (
    <DocumentField
      id="guide"
      label="document"
      stored={stored}
      onChange={setStored}
      accept="application/pdf"
      upload={(file) =>
        new Promise((resolve, reject) => {
          const store = () => resolve({ url: "/media/guide.pdf", fileName: file.name, size: 20_000 });
          answer = { store, refuse: (reason) => reject(new Error(reason)) };
        })
      }
    />
  );
}

const pdf = (name: string) => new File(["%PDF"], name, { type: "application/pdf" });

it("a stored document is shown with its size and a download link", async () => {
  await render(<Guide />);
  await page.getByLabelText("Choose a document").upload(pdf("guide.pdf"));
  await expect.element(page.getByRole("progressbar", { name: "Uploading guide.pdf" })).toBeVisible();
  answer?.store();
  const link = page.getByRole("link", { name: "guide.pdf" });
  await expect.element(link).toHaveAttribute("download", "guide.pdf");
  await expect.element(link).toHaveAttribute("href", "/media/guide.pdf");
  await expect.element(page.getByRole("status")).toHaveTextContent("guide.pdf, 20 kB");
});

it("a document stays when its replacement is refused", async () => {
  await render(<Guide start={{ url: "/media/old.pdf", fileName: "old.pdf", size: 1000 }} />);
  await page.getByLabelText("Replace the document").upload(pdf("new.pdf"));
  await expect.element(page.getByRole("progressbar")).toBeVisible();
  answer?.refuse("This PDF is encrypted.");
  await expect.element(page.getByText("This PDF is encrypted.")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "old.pdf" })).toBeVisible();
});

it("removing a document moves the focus to its picker", async () => {
  await render(<Guide start={{ url: "/media/old.pdf", fileName: "old.pdf", size: 1000 }} />);
  await page.getByRole("button", { name: "Remove the document" }).click();
  await expect.element(page.getByRole("link", { name: "old.pdf" })).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Choose a document")).toHaveFocus();
});
