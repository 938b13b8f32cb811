import type { BrowserContextOptions, Page } from "@playwright/test";
import { keep, newBorrower } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { expect } from "#e2e/test.ts";

/** The kinds of visitors: anonymous, a teacher with an order and a cart, a clerk. */
type Who = "visitor" | "borrower" | "clerk";

/** The ten main screens. */
export type ScreenName =
  | "home"
  | "user home"
  | "inventories"
  | "view item"
  | "login"
  | "cart"
  | "orders of a borrower"
  | "dashboard"
  | "orders"
  | "edit order";

/** A main screen: its address, its visitor, and its heading once loaded. */
export type Screen = { name: ScreenName; path: string; who: Who; heading: string | RegExp };

type Opens = (options?: BrowserContextOptions) => Promise<Page>;

async function prepare(address: string) {
  const clerk = await clerkOf(address);
  const borrower = await newBorrower(address, "ten.screens", {
    borrowerName: "Dolores Huerta-Lindqvist",
    schoolName: "Kings River Union Elementary School",
    schoolDistrict: "Kings River Union",
    emailAddress: "dolores@school.example",
    address: { street: "3961 Avenue 400", city: "Kingsburg", state: "CA", zip: "93631" },
  });
  const search = "Inventory/GetInventoryBySearchParams?searchString=&inStockOnly=true";
  const { searchInStockResults } = await clerk.ask<{
    searchInStockResults: { inventoryId: number; title: string; inStock: number }[];
  }>(search);
  // one copy is ordered, one is in the cart
  const item = searchInStockResults.find(({ inStock }) => inStock > 1);
  if (!item) throw new Error("The demonstration has no title with two copies in stock.");
  const add = () => borrower.tell<{ data: string }>(`Cart/AddItemToCart/${item.inventoryId}/1/false`);
  const { data: first } = await add();
  const { id: orderId } = await borrower.tell<{ id: number }>(`Order/SaveOrder/0/${first}`);
  const { data: cartIdentifier } = await add();
  const kept: Record<Who, Record<string, string>> = {
    visitor: {},
    borrower: { ...borrower.kept, cartIdentifier },
    clerk: clerk.kept,
  };
  return { kept, item, orderId, userId: borrower.userId };
}

const prepared = new Map<string, ReturnType<typeof prepare>>();

/** Returns the ten main screens of the library at this address, with content created once for all tests. */
export async function tenScreens(address: string) {
  const library = prepared.get(address) ?? prepare(address);
  prepared.set(address, library);
  const { kept, item, orderId, userId } = await library;
  const screens: Screen[] = [
    { name: "home", path: "/home", who: "visitor", heading: /./ },
    { name: "user home", path: "/user/home", who: "visitor", heading: "Find it, borrow it, teach with it" },
    { name: "inventories", path: "/user/inventories", who: "visitor", heading: "Our Inventory" },
    { name: "view item", path: `/user/viewitem/${item.inventoryId}`, who: "visitor", heading: item.title },
    { name: "login", path: "/user/login", who: "visitor", heading: "Log in" },
    { name: "cart", path: "/user/cartitems", who: "borrower", heading: /cart/i },
    { name: "orders of a borrower", path: `/user/orderlist/${userId}`, who: "borrower", heading: /orders/i },
    { name: "dashboard", path: "/admin/dashboard", who: "clerk", heading: "Dashboard" },
    { name: "orders", path: "/admin/orderlist", who: "clerk", heading: "Orders" },
    { name: "edit order", path: `/admin/editorder/${orderId}`, who: "clerk", heading: `Edit order #${orderId}` },
  ];
  return { screens, kept };
}

/** Visits each of the ten screens; each of the three people has their own page. */
export async function lookAtAll(
  address: string,
  opens: Opens,
  look: (page: Page, screen: Screen) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const { screens, kept } = await tenScreens(address);
  const pages = new Map<Who, Page>();
  for (const screen of screens) {
    const page = pages.get(screen.who) ?? (await opens(options));
    if (!pages.has(screen.who)) await keep(page, kept[screen.who]);
    pages.set(screen.who, page);
    await arrive(page, screen);
    await look(page, screen);
  }
}

async function arrive(page: Page, { path, heading }: Screen): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: heading }).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true], [data-progress]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}
