import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { callElsewhere } from "#e2e/steps/sessions.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { openChooser } from "#e2e/steps/keyboard.ts";
import { expect, test } from "#e2e/test.ts";
import { aPdf } from "#server/test/a-pdf.ts";

const picked = async (name: string, size: number) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(await aPdf(name, { size }).arrayBuffer()),
});
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

/** Drops a file on an element, like a mouse does. */
async function drop(page: Page, selector: string, file: { name: string; mimeType: string; buffer: Buffer }) {
  const dataTransfer = await page.evaluateHandle(
    ({ name, mimeType, content }) => {
      const held = new DataTransfer();
      held.items.add(new File([content], name, { type: mimeType }));
      return held;
    },
    { ...file, content: file.buffer.toString("latin1") },
  );
  await page.locator(selector).dispatchEvent("drop", { dataTransfer });
}

test("staff put a PDF of the library on the home page", async ({ page, someoneElse }) => {
  test.setTimeout(150_000);
  await asClerk(page, "/admin/sitecontent/healthyYouth");
  await page.getByRole("button", { name: "Add document" }).click();
  const entry = page.getByRole("group", { name: "Document 4" });
  await entry.getByLabel("Title", { exact: true }).fill("Our own worksheet");
  await save(page).click();
  await expect(
    page.getByRole("group", { name: "Please correct the invalid fields." }).getByText("Enter a link, or upload a PDF."),
  ).toBeVisible();

  const zip = { name: "renamed.pdf", mimeType: "application/pdf", buffer: Buffer.from("PK\u0003\u0004 not a PDF") };
  await entry.getByLabel("Choose a PDF").first().setInputFiles(zip);
  await expect(entry.getByText("The document must be a PDF file.")).toBeVisible();

  // by keyboard, like by any other way
  await entry.getByLabel("Link", { exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(entry.getByLabel("Choose a PDF").first()).toBeFocused();
  const chooser = await openChooser(page);
  await chooser.setFiles(await picked("worksheet.pdf", 1_258_291));
  await expect(entry.getByRole("link", { name: "worksheet.pdf" })).toBeVisible();
  await expect(entry.getByText("1.2 MB", { exact: true })).toBeVisible();
  await expect(entry.getByText("The document must be a PDF file.")).toHaveCount(0);
  await save(page).click();
  await toast(page, "Saved. Visitors see it now.");

  const visitor = await someoneElse();
  await visitor.goto("/home");
  const link = visitor.getByRole("link", { name: "Our own worksheet PDF, 1.2 MB" });
  await link.scrollIntoViewIfNeeded();
  const [download] = await Promise.all([visitor.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("worksheet.pdf");
  expect((await readFile(await download.path())).length).toBe(1_258_291);

  await drop(page, "fieldset:has(> legend:text-is('Document 4')) fieldset >> nth=0", await picked("newer.pdf", 40_000));
  await expect(entry.getByRole("link", { name: "newer.pdf" })).toBeVisible();
  await entry.getByRole("button", { name: "Remove the PDF" }).click();
  await expect(entry.getByLabel("Choose a PDF").first()).toBeFocused();
  await expect(entry.getByRole("link", { name: "newer.pdf" })).toHaveCount(0);
  await entry.getByLabel("Link", { exact: true }).fill("https://example.org/worksheet.pdf");
  await save(page).click();
  await toast(page, "Saved. Visitors see it now.");
  await page.goto("/admin/audit?kind=document");
  await expect(page.getByText("Uploaded a document").first()).toBeVisible();
  const version = await versionNow(page);
  await callElsewhere(page, "POST Site/BringBackSection", { section: "healthyYouth", version, wantedVersion: 0 });
});

async function versionNow(page: Page): Promise<number> {
  await page.goto("/admin/sitecontent/healthyYouth");
  const words = await page
    .getByRole("region", { name: "History" })
    .getByText(/^Version \d+: .* Shown now\.$/)
    .textContent();
  return Number(/\d+/.exec(words ?? "")?.[0]);
}
