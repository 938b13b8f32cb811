import type { PageFacts } from "#contract/site/rendering.ts";
import { aCase } from "#e2e/collection/staff-screens.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { addressesOf, type Examples, sitePages } from "#e2e/steps/site-pages.ts";

/** A screen of the product: its address and its visitor. */
export type Screen = { path: string; who: "visitor" | "borrower" | "admin" };

/** The borrower of the screens. */
export const reader = { userName: "reader-SHEET1", password: "apples and pears" };

/** Every screen of the library at this address, with content: the borrower has an overdue order, a new one, and a cart. */
export async function screensOf(address: string): Promise<Screen[]> {
  const clerk = await clerkOf(address);
  // not a title of the demonstration: the last copy of the first one would leave the shelf on which other journeys find it
  const lent = { title: "How to pack a healthy lunch", sku: "SHEET1", quantity: 2 };
  const { orderId: overdueId, borrower } = await shippedOrder(clerk, lent);
  const { userId, tell } = borrower;
  const title = await stock(clerk, { title: "How to wash your hands", sku: "SHEET2" }, 4);
  const add = () => tell<{ data: string }>(`Cart/AddItemToCart/${title.id}/1/false`);
  const { id: orderId } = await tell<{ id: number }>(`Order/SaveOrder/0/${(await add()).data}`);
  await add();
  const caseId = await aCase(clerk, "SHEET3");
  const file = new FormData();
  file.set("uploadFile", new File(["Title,SKU Number,Copies\nFood and mood,S00001,2\n"], "new.csv"));
  const { id: importId } = await clerk.tell<{ id: number }>("Import/UploadFile", file);
  const { id: stockTakeId } = await clerk.tell<{ id: number }>("StockTake/Start", {});
  const { inventoryItems } = await clerk.ask<{ inventoryItems: { inventoryItemId: number }[] }>("Inventory/Get/1");
  return screensOfPages(sitePages(), {
    "user/inventories/:search?": ["", "health", "zzzz"],
    "user/reset-password/:token?": ["", "over"],
    "user/account/:id": [userId],
    "user/changepassword/:id": [userId],
    "user/orderlist/:id": [userId],
    "user/vieworder/:id": [overdueId, orderId],
    "user/confirmation/:id": [orderId],
    "admin/orderdetails/:id": [orderId],
    "admin/editorder/:id": [orderId],
    "admin/item/:itemId": [1, "add"],
    "admin/itemqrcode/:id": [inventoryItems[0]?.inventoryItemId ?? 0],
    "admin/cases/:id": [caseId],
    "admin/caseletter/:id": [caseId],
    "admin/thesaurus/:entryId": [1],
    "admin/import/:id": [importId],
    "admin/editnews/:newsId": [0],
    "admin/staff/:id": [clerk.userId],
    "admin/stock-take/:id": [stockTakeId],
    "admin/sitecontent/:section?": ["", "home"],
    "admin/settings/:section?": ["", "subjects", "grades"],
  });
}

/** The screens of these pages as their visitors see them; a borrower also sees the cart and their home page. */
export function screensOfPages(pages: readonly Pick<PageFacts, "path" | "guard">[], examples: Examples): Screen[] {
  const unknown = Object.keys(examples).filter((path) => !pages.some((page) => page.path === path));
  if (unknown.length > 0) throw new Error(`There is no page ${unknown.join(", ")} to take a picture of.`);
  const screens = pages.flatMap((page) =>
    addressesOf(page, examples).map((path) => ({ path, who: visitorOf(page.guard) })),
  );
  return [...screens, { path: "/user/home", who: "borrower" }, { path: "/user/cartitems", who: "borrower" }];
}

function visitorOf(guard: string): Screen["who"] {
  if (guard === "anyone" || guard === "login page") return "visitor";
  return guard === "admin" || guard === "offline" ? "admin" : "borrower";
}
