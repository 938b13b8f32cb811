import type { BrowserContextOptions, Page } from "@playwright/test";
import { administrator } from "#e2e/library.ts";
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

type Kept = Record<string, string>;
type Opens = (options?: BrowserContextOptions) => Promise<Page>;

type User = { token: string; sessionKey: string; userId: number; borrowerId: number };

async function post<T>(address: string, path: string, body: object = {}, token = ""): Promise<T> {
  const answer = await fetch(`${address}/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const envelope: T & { isSuccess: boolean; message?: string } = await answer.json();
  expect(envelope.isSuccess, `${path}: ${envelope.message}`).toBe(true);
  return envelope;
}

async function enter(address: string, login: object): Promise<{ user: User; kept: Kept }> {
  const { data: user } = await post<{ data: User }>(address, "Account/Login/", login);
  const { token, sessionKey, ...currentUser } = user;
  return { user, kept: { token, sessionKey, currentUser: JSON.stringify(currentUser) } };
}

async function aBorrower(address: string) {
  const password = "apples and pears";
  const userName = "ten.screens";
  await post(address, "Account/RegisterBorrower", {
    user: { userName, password, confirmPassword: password },
    borrowerName: "Dolores Huerta-Lindqvist",
    schoolName: "Kings River Union Elementary School",
    schoolDistrict: "Kings River Union",
    emailAddress: "dolores@school.example",
    phoneNumber: "(559) 555-0142",
    address: { street: "3961 Avenue 400", city: "Kingsburg", state: "CA", zip: "93631" },
  });
  return enter(address, { userName, password, userTypeId: 2 });
}

async function prepare(address: string) {
  const clerk = await enter(address, { ...administrator, userTypeId: 1 });
  const borrower = await aBorrower(address);
  const search = await fetch(`${address}/api/Inventory/GetInventoryBySearchParams?searchString=&inStockOnly=true`);
  const found: { data: { searchInStockResults: { inventoryId: number; title: string }[] } } = await search.json();
  const [item] = found.data.searchInStockResults;
  if (!item) throw new Error("The demonstration has nothing in stock.");
  const add = () =>
    post<{ data: string }>(address, `Cart/AddItemToCart/${item.inventoryId}/1/false`, {}, borrower.user.token);
  const { data: first } = await add();
  const { id: orderId } = await post<{ id: number }>(address, `Order/SaveOrder/0/${first}`, {}, borrower.user.token);
  const { data: cartIdentifier } = await add();
  const kept: Record<Who, Kept> = { visitor: {}, borrower: { ...borrower.kept, cartIdentifier }, clerk: clerk.kept };
  return { kept, item, orderId, userId: borrower.user.userId };
}

const prepared = new Map<string, ReturnType<typeof prepare>>();

/** The ten main screens of the library at this address, with content; created once for all tests of it. */
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

/** Opens and visits each of the ten screens; each of the three people has their own page. */
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
    if (!pages.has(screen.who)) await remember(page, kept[screen.who]);
    pages.set(screen.who, page);
    await arrive(page, screen);
    await look(page, screen);
  }
}

async function remember(page: Page, kept: Kept): Promise<void> {
  await page.addInitScript((given) => {
    if (!location.protocol.startsWith("http")) return;
    for (const [key, value] of Object.entries(given)) sessionStorage.setItem(key, value);
  }, kept);
}

async function arrive(page: Page, { path, heading }: Screen): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: heading }).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true], [data-progress]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}
