import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect } from "#e2e/test.ts";

/** A file as a browser's picker provides it. */
export type PickedFile = { name: string; mimeType: string; buffer: Buffer };

/** Returns a photo of some noise. */
export async function aPhoto(width = 1200, height = 1600): Promise<PickedFile> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 4 };
  const picture = sharp({ create: { width, height, channels: 3, background: "#2f6d5e", noise } });
  return { name: "the cover.jpg", mimeType: "image/jpeg", buffer: await picture.jpeg().toBuffer() };
}

/** Uploads a file from the import page and ends on the page of its import. */
export async function uploadFile(page: Page, file: PickedFile, of = "titles"): Promise<void> {
  const field = page.getByRole("group", { name: `File of ${of}` });
  await field.getByLabel(/^Choose a(nother)? file/).setInputFiles(file);
  await expect(page.getByRole("heading", { level: 1, name: file.name, exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/import\/\d+$/);
}

/** Returns a spreadsheet as Excel saves it: with a byte order mark, CRLF, and quotes where needed. */
export function aSheet(name: string, rows: readonly (readonly string[])[]): PickedFile {
  const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const text = rows.map((row) => row.map(quote).join(",")).join("\r\n");
  return { name, mimeType: "text/csv", buffer: Buffer.from(`\uFEFF${text}\r\n`) };
}
