import type { Page } from "@playwright/test";
import { expect } from "#e2e/test.ts";
import type { PickedFile } from "./pictures.ts";

/** The heading of a page. */
export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** Uploads a file from the import page and ends on the page of its import. */
export async function uploadFile(page: Page, file: PickedFile): Promise<void> {
  await page.getByLabel(/^Choose a(nother)? file/).setInputFiles(file);
  await expect(heading(page, file.name)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/import\/\d+$/);
}

/** Checks the file with its current matching, and waits for the result. */
export async function checkFile(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("heading", { name: "Check results" })).toBeVisible({ timeout: 30_000 });
}

/** Waits until the import is saved with these results. */
export async function savedIs(page: Page, results: readonly string[]): Promise<void> {
  await expect(page.getByRole("heading", { name: "The import is saved" })).toBeVisible({ timeout: 30_000 });
  const shown = page.getByRole("main").getByRole("listitem");
  for (const words of results) await expect(shown.filter({ hasText: words })).toBeVisible();
}

/** A spreadsheet as Excel saves it: with a byte order mark, CRLF, and quotes where needed. */
export function aSheet(name: string, rows: readonly (readonly string[])[]): PickedFile {
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const text = rows.map((row) => row.map(quoted).join(",")).join("\r\n");
  return { name, mimeType: "text/csv", buffer: Buffer.from(`\uFEFF${text}\r\n`) };
}
