import type { Page } from "@playwright/test";
import type { LibrarySettings, StoredSettings } from "#contract/admin/settings.ts";
import { administrator } from "#e2e/library.ts";
import { type Caller, callerAt, newBorrower } from "./api.ts";

const clerks = new Map<string, Promise<Caller>>();

/** Returns the administrator of the library at this address, logged in once for all its tests. */
export function clerkOf(address: string): Promise<Caller> {
  const clerk = clerks.get(address) ?? callerAt(address, { ...administrator, userTypeId: 1 });
  clerks.set(address, clerk);
  return clerk;
}

/** Opens a page as the administrator, logged in without the form, which has its own journeys. */
export async function asClerk(page: Page, path = "/admin/dashboard"): Promise<void> {
  const { origin } = new URL((await page.request.get("/health/live")).url());
  await (await clerkOf(origin)).enter(page);
  await page.goto(path);
}

export type SavedTitle = {
  title: string;
  sku: string;
  parts?: string;
  language?: string;
  extent?: string;
  isbn?: string;
};

/** Adds a title with copies through the API; returns the ids of both. */
export async function stock(clerk: Caller, { title, sku, parts = "", ...more }: SavedTitle, copies = 1) {
  const form = {
    title,
    referenceNumber: sku,
    description: "What the title is about.",
    categoryId: 1,
    subjectId: 1,
    gradeId: 63,
    parts,
    ...more,
  };
  const { id } = await clerk.tell<{ id: number }>("Inventory/AddReferenceNumber", { ...form, copies });
  const { inventoryItems } = await clerk.ask<{ inventoryItems: { inventoryItemId: number; skuNumber: string }[] }>(
    `Inventory/Get/${id}`,
  );
  /** Gives the title and its copies another SKU. */
  const rename = (to: string) => clerk.tell(`Inventory/UpdateInventory/${id}`, { ...form, referenceNumber: to });
  return { id, copies: inventoryItems, rename };
}

/** Registers a borrower who may reserve dates far ahead, because staff confirmed their email address by phone. */
export async function confirmedBorrower(clerk: Caller, userName: string): Promise<Caller> {
  const borrower = await newBorrower(clerk.address, userName);
  await clerk.tell(`Borrowers/ConfirmByPhone/${borrower.borrowerId}`);
  return borrower;
}

/** Saves these fields of a section of the site content. */
export async function saveSection(clerk: Caller, section: "contact" | "closedDays", fields: object): Promise<void> {
  type Editable = { content: Record<string, object>; revisions: Record<string, { version: number }> };
  const { content, revisions } = await clerk.ask<Editable>("Site/GetEditableContent");
  const version = revisions[section]?.version ?? 0;
  await clerk.tell("Site/SaveSection", { section, version, content: { ...content[section], ...fields } });
}

/** Saves these settings at admin/settings. */
export async function saveRules(clerk: Caller, rules: Partial<LibrarySettings>): Promise<void> {
  const { settings, version } = await clerk.ask<StoredSettings>("Settings/Get");
  await clerk.tell("Settings/Save", { ...settings, ...rules, version, password: administrator.password });
}
