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

test("staff put a PDF of the library on the home page", async ({ page, someoneElse }) => {
  test.setTimeout(150_000);
  await asClerk(page, "/admin/sitecontent/healthyYouth");
  await page.getByRole("button", { name: "Add document" }).click();
  const entry = page.getByRole("group", { name: "Document 4" });
  await entry.getByLabel("Title", { exact: true }).fill("Our own worksheet");
  // by keyboard, like by any other way
  await entry.getByLabel("Link", { exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(entry.getByLabel("Choose a PDF").first()).toBeFocused();
  const chooser = await openChooser(page);
  await chooser.setFiles(await picked("worksheet.pdf", 1_258_291));
  await expect(entry.getByRole("link", { name: "worksheet.pdf" })).toBeVisible();
  await expect(entry.getByText("1.2 MB", { exact: true })).toBeVisible();
  await save(page).click();
  await toast(page, "Saved. Visitors see it now.");

  const visitor = await someoneElse();
  await visitor.goto("/home");
  const link = visitor.getByRole("link", { name: "Our own worksheet PDF, 1.2 MB" });
  await link.scrollIntoViewIfNeeded();
  const [download] = await Promise.all([visitor.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("worksheet.pdf");
  expect((await readFile(await download.path())).length).toBe(1_258_291);

  const version = await versionNow(page);
  await callElsewhere(page, "POST Site/BringBackSection", { section: "healthyYouth", version, wantedVersion: 0 });
});

async function versionNow(page: Page): Promise<number> {
  await page.goto("/admin/sitecontent/healthyYouth");
  const words = await page
    .getByRole("region", { name: "History" })
    .getByText(/^Version \d+: .* Current version\.$/)
    .textContent();
  return Number(/\d+/.exec(words ?? "")?.[0]);
}
