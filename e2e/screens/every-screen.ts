import type { Page as Tab } from "@playwright/test";
import type { PageFacts } from "#contract/site/rendering.ts";
import { stock } from "#e2e/steps/as-clerk.ts";
import { fillCart, placeOrder, shippedOrder } from "#e2e/steps/orders.ts";
import { expect } from "#e2e/test.ts";
import { readSiteFacts } from "#server/http/pages/send-page.ts";

/** A screen of the product: its address, who sees it, and whether the server renders it. */
export type Screen = { path: string; who: "visitor" | "borrower" | "admin"; isRendered?: boolean | undefined };

type Page = Pick<PageFacts, "path" | "guard"> & Partial<Pick<PageFacts, "isRendered">>;

/** The borrower of the screens. */
export const reader = { userName: "reader-SHEET1", password: "apples and pears" };

/** The titles on these screens, by language. */
export const titles = { en: "How to pack a healthy lunch", es: "El jardín de la maestra" };

/** The text spacing of WCAG 1.4.12. */
export const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Waits until everything has loaded. */
export async function expectWhole(page: Tab): Promise<void> {
  await page.locator("h1").first().waitFor();
  await expect(page.locator("[aria-busy=true], [data-progress]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

const screensByAddress = new Map<string, Promise<Screen[]>>();

/** Returns every screen of the library at this address; adds content once for all tests of a worker. */
export function screensOf(address: string): Promise<Screen[]> {
  const screens = screensByAddress.get(address) ?? prepare(address);
  screensByAddress.set(address, screens);
  return screens;
}

/** Gives the borrower an overdue order, a new one, and a cart, and staff something on each of their pages. */
async function prepare(address: string): Promise<Screen[]> {
  // not a title of the demonstration, whose last copy other journeys need on the shelf
  const overdueTitle = { title: titles.en, sku: "SHEET1", quantity: 2, language: "en" };
  const { clerk, orderId: overdueId, borrower, loans } = await shippedOrder(address, overdueTitle);
  const { userId } = borrower;
  const title = await stock(clerk, { title: titles.es, sku: "SHEET2", language: "es" }, 4);
  const orderId = await placeOrder(borrower, [title.id]);
  await fillCart(borrower, [title.id]);
  const claim = { orderInventoryItemId: (await loans())[0], kind: "lost" };
  const { claimId } = (await clerk.tell<{ data: { claimId: number } }>("Claims/Open", claim)).data;
  const file = new FormData();
  file.set("uploadFile", new File(["Title,SKU Number,Copies\nFood and mood,S00001,2\n"], "new.csv"));
  const { id: importId } = await clerk.tell<{ id: number }>("Import/UploadFile", file);
  const { id: inventoryCountId } = await clerk.tell<{ id: number }>("InventoryCount/Start", {});
  const { id: calendarId } = await clerk.tell<{ id: number }>("Calendars/SaveCalendar", {
    district: "Every Screen Unified",
    years: [{ from: "2026-08-12", to: "2027-06-04" }],
    breaks: [{ from: "2026-12-21", to: "2027-01-01", about: "Winter break" }],
  });
  const [news] = await clerk.ask<{ id: number }[]>("News/GetItems");
  const { inventoryItems } = await clerk.ask<{ inventoryItems: { inventoryItemId: number }[] }>("Inventory/Get/1");
  const screens = screensOfPages(sitePages(), {
    "user/inventories/:search?": ["", "health", "zzzz"],
    "user/viewitem/:id": [1, title.id],
    "user/reset-password/:token?": ["", "over"],
    "user/account/:id": [userId],
    "user/changepassword/:id": [userId],
    "user/orderlist/:id": [userId],
    "user/vieworder/:id": [overdueId, orderId],
    "user/confirmation/:id": [orderId],
    "admin/orderdetails/:id": [orderId],
    "admin/editorder/:id": [orderId],
    "admin/viewitem/:id": [title.id],
    "admin/item/:itemId": [title.id, "add"],
    "admin/itemqrcode/:id": [inventoryItems[0]?.inventoryItemId ?? 0],
    "admin/claims/:id": [claimId],
    "admin/claim-letter/:id": [claimId],
    "admin/synonyms/:entryId": [1],
    "admin/schools/calendars/:calendarId": [calendarId],
    "admin/import/:id": [importId],
    "admin/editnews/:newsId": [news?.id ?? 0],
    "admin/staff/:id": [clerk.userId],
    "admin/inventory-count/:id": [inventoryCountId],
    "admin/sitecontent/:section?": ["", "home", "mail", "mail-order-shipped"],
    "admin/settings/:section?": ["", "subjects", "grades"],
  });
  const searches = new Map([
    ["/admin/returns", `?order=${overdueId}`],
    ["/admin/write", `?to=title&id=${title.id}`],
    ["/admin/callerorder", "?caller=school"],
  ]);
  return screens.map((screen) => ({ ...screen, path: screen.path + (searches.get(screen.path) ?? "") }));
}

/** Returns the screens of these pages, with the cart and the home page for a borrower, too. */
export function screensOfPages(pages: readonly Page[], examples: Examples): Screen[] {
  const unknown = Object.keys(examples).filter((path) => !pages.some((page) => page.path === path));
  if (unknown.length > 0) throw new Error(`There is no page ${unknown.join(", ")}.`);
  const screens = pages.flatMap((page) =>
    addressesOf(page, examples).map((path) => ({ path, who: visitorOf(page.guard), isRendered: page.isRendered })),
  );
  return [...screens, { path: "/user/home", who: "borrower" }, { path: "/user/cartitems", who: "borrower" }];
}

function visitorOf(guard: string): Screen["who"] {
  if (guard === "anyone" || guard === "login page") return "visitor";
  return guard === "admin" || guard === "offline" ? "admin" : "borrower";
}

/** Returns the site's pages as the build describes them, so that tests of all pages include new ones. */
export const sitePages = (): readonly PageFacts[] => readSiteFacts("dist/render").pages;

/** Returns the pages that the server renders, except the notfound page. */
export const renderedPages = () => sitePages().filter(({ isRendered, path }) => isRendered && path !== "notfound");

/** Values of a page's parameter, by its path; "" leaves out an optional one. */
export type Examples = Readonly<Record<string, readonly (string | number)[]>>;

/** Returns a page's addresses: with each example, or with id 1, any text for a secret, or no optional parameter. */
export function addressesOf({ path }: Pick<PageFacts, "path">, examples: Examples = {}): string[] {
  const usual = path.endsWith("?") ? "" : path.endsWith(":id") ? 1 : "over";
  return (examples[path] ?? [usual]).map((value) => `/${path.replace(/\/?:\w+\??$/, value === "" ? "" : `/${value}`)}`);
}
