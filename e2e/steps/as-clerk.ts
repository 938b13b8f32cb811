import type { Page } from "@playwright/test";
import { administrator } from "#e2e/library.ts";
import { expect } from "#e2e/test.ts";

type LoggedIn = { token: string; sessionKey: string } & Record<string, unknown>;

/** The administrator of a library through the API alone: journeys set up their data without a browser. */
export type Clerk = {
  /** The API's answer to a GET. */
  ask: <T>(path: string) => Promise<T>;
  /** Makes a POST and returns the whole answer. */
  tell: <T>(path: string, body: object) => Promise<T>;
  /** Logs this clerk in on a page without the form, which has its own journeys. */
  enter: (page: Page) => Promise<void>;
};

const known = new Map<string, Promise<Clerk>>();

/** The clerk of the library at this address, logged in once for all its tests. */
export function clerkOf(address: string): Promise<Clerk> {
  const clerk = known.get(address) ?? logIn(address);
  known.set(address, clerk);
  return clerk;
}

async function logIn(address: string): Promise<Clerk> {
  const send = async <T>(path: string, body?: object, token?: string): Promise<T> => {
    const answer = await fetch(`${address}/api/${path}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status, path).toBe(200);
    const given: T = await answer.json();
    return given;
  };
  const { data } = await send<{ data: LoggedIn }>("Account/Login/", { ...administrator, userTypeId: 1 });
  const { token, sessionKey, ...user } = data;
  return {
    ask: async <T>(path: string) => (await send<{ data: T }>(path, undefined, token)).data,
    tell: (path, body) => send(path, body, token),
    enter: async (page) => {
      await page.addInitScript(
        (kept) => {
          if (!location.protocol.startsWith("http")) return;
          for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
        },
        { token, sessionKey, currentUser: JSON.stringify(user) },
      );
    },
  };
}

/** A title as saved through the API. */
export type SavedTitle = { title: string; sku: string };

/** Adds a title with copies through the API; returns its id and its copies'. */
export async function stock(clerk: Clerk, { title, sku }: SavedTitle, copies = 1) {
  const form = {
    title,
    referenceNumber: sku,
    description: "What the title is about.",
    categoryId: 1,
    subjectId: 1,
    gradeId: 63,
  };
  const { id } = await clerk.tell<{ id: number }>("Inventory/AddReferenceNumber", { ...form, copies });
  const { inventoryItems } = await clerk.ask<{ inventoryItems: { inventoryItemId: number; skuNumber: string }[] }>(
    `Inventory/Get/${id}`,
  );
  /** Gives the title and its copies another SKU. */
  const rename = (to: string) => clerk.tell(`Inventory/UpdateInventory/${id}`, { ...form, referenceNumber: to });
  return { id, copies: inventoryItems, rename };
}
