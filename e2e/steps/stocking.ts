import { writeLabel } from "#contract/catalog/labels.ts";
import { askDatabaseOf } from "#e2e/library.ts";
import type { Page } from "@playwright/test";
import { toast } from "#e2e/steps/toasts.ts";
import { expect } from "#e2e/test.ts";

/** A title as a clerk types it. */
export type NewTitle = { title: string; sku: string; description?: string };

/** Fills in the required fields; a book for all grades. */
export async function fillIn(
  page: Page,
  { title, sku, description = "What the title is about." }: NewTitle,
): Promise<void> {
  await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
  await page.getByRole("textbox", { name: "SKU number" }).fill(sku);
  await page.getByRole("textbox", { name: "Description" }).fill(description);
  await page.getByRole("radio", { name: "Book" }).check();
  await page.getByLabel("Subject").selectOption({ label: "Safety" });
  await page.getByRole("checkbox", { name: "All grades" }).check();
}

/** Adds a title with copies and ends on its form; returns its id. */
export async function addTitle(page: Page, title: NewTitle, copies = 1): Promise<number> {
  await page.goto("/admin/item/add");
  await fillIn(page, title);
  await page.getByLabel("Number of copies").fill(String(copies));
  await page.getByRole("button", { name: "Add SKU number" }).click();
  await toast(page, "SKU Number Added.");
  await expect(page.getByRole("heading", { level: 1, name: "Edit item" })).toBeVisible();
  return Number(/\/admin\/item\/(\d+)$/.exec(page.url())?.[1]);
}

/** Returns the headers of the page's own calls: the session and the anti-forgery token. */
const headersOf = async (page: Page) => {
  const [token, cookie] = await page.evaluate(() => [sessionStorage.getItem("token"), document.cookie]);
  const forgery = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(cookie ?? "")?.[1];
  return { authorization: `Bearer ${token}`, ...(forgery && { "x-xsrf-token": decodeURIComponent(forgery) }) };
};

/** Makes a GET as the clerk logged in on this page; returns the data. */
export async function asked<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`/api/${path}`, { headers: await headersOf(page) });
  const { data }: { data: T } = await answer.json();
  return data;
}

/** Makes a POST as the user logged in on this page; fails on a refusal. */
export async function sent<T = unknown>(page: Page, path: string, data: object = {}): Promise<{ id: number; data: T }> {
  const answer = await page.request.post(`/api/${path}`, { headers: await headersOf(page), data });
  const envelope: { isSuccess: boolean; message?: string; id: number; data: T } = await answer.json();
  expect(envelope.isSuccess, `${path}: ${envelope.message}`).toBe(true);
  return envelope;
}

/** Returns a label with a copy's previous SKU, which it adds to the database. */
export async function formerLabel(address: string, { inventoryItemId }: { inventoryItemId: number }): Promise<string> {
  const row = `(copy_id, sku_number) values (${inventoryItemId}, 'OLD1')`;
  await askDatabaseOf(address, `insert into former_skus ${row} on conflict do nothing`);
  return writeLabel({ inventoryItemId, skuNumber: "OLD1" });
}
