import * as z from "zod";
import type { PageFacts } from "#contract/site/rendering.ts";
import { administrator } from "#e2e/library.ts";
import type { Clerk } from "#e2e/steps/as-clerk.ts";
import { readSiteFacts } from "#server/http/pages/load-renderer.ts";

/** A screen of the product: its address without the leading slash, and its visitor. */
export type Screen = { path: string; who: "visitor" | "borrower" | "admin" };

const loggedIn = z.object({ data: z.object({ userId: z.number(), token: z.string() }) });
const uploaded = z.object({ id: z.number() });
const copies = z.object({ inventoryItems: z.array(z.object({ inventoryItemId: z.number() })) });

/** Every screen with content: the borrower is one who has placed this order. */
export async function screensOf(
  clerk: Clerk,
  address: string,
  { orderId, userName, password }: { orderId: number; userName: string; password: string },
): Promise<Screen[]> {
  const { userId } = await logIn(address, { userName, password, userTypeId: 2 });
  const importId = await anImport(address);
  const [copy] = copies.parse(await clerk.ask("Inventory/Get/1")).inventoryItems;
  return screensOfPages(readSiteFacts("dist/render").pages, {
    "user/inventories/:search?": ["", "healthy%20eating", "zzzz"],
    "user/reset-password/:token?": ["", "over"],
    "user/account/:id": [userId],
    "user/changepassword/:id": [userId],
    "user/orderlist/:id": [userId],
    "user/vieworder/:id": [orderId],
    "user/confirmation/:id": [orderId],
    "admin/orderdetails/:id": [orderId],
    "admin/editorder/:id": [orderId],
    "admin/item/:itemId": [1, "add"],
    "admin/itemqrcode/:id": [copy?.inventoryItemId ?? 0],
    "admin/import/:id": [importId],
    "admin/editnews/:newsId": [0],
    "admin/sitecontent/:section?": ["", "home"],
  });
}

/** The value of a path parameter in a screenshot, if not the default. */
type Examples = Readonly<Record<string, readonly (string | number)[]>>;

/** The screens of these pages as their visitors see them; a borrower also sees the cart and their home page. */
export function screensOfPages(pages: readonly Pick<PageFacts, "path" | "guard">[], examples: Examples): Screen[] {
  const unknown = Object.keys(examples).filter((path) => !pages.some((page) => page.path === path));
  if (unknown.length > 0) throw new Error(`There is no page ${unknown.join(", ")} to take a picture of.`);
  const screens = pages.flatMap(({ path, guard }) =>
    (examples[path] ?? [usualExample(path)]).map((value) => ({
      path: path.replace(/\/?:\w+\??$/, value === "" ? "" : `/${value}`),
      who: visitorOf(guard),
    })),
  );
  return [...screens, { path: "user/home", who: "borrower" }, { path: "user/cartitems", who: "borrower" }];
}

/** The first item, news item, or other thing; any text for a secret; nothing if not needed. */
function usualExample(path: string): string {
  if (path.endsWith("?")) return "";
  return path.endsWith(":id") ? "1" : "over";
}

function visitorOf(guard: string): Screen["who"] {
  if (guard === "anyone" || guard === "login page") return "visitor";
  return guard === "admin" ? "admin" : "borrower";
}

async function logIn(address: string, who: { userName: string; password: string; userTypeId: 1 | 2 }) {
  const answer = await fetch(`${address}/api/Account/Login/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(who),
  });
  return loggedIn.parse(await answer.json()).data;
}

/** An uploaded file whose columns are not matched yet. */
async function anImport(address: string): Promise<number> {
  const { token } = await logIn(address, { ...administrator, userTypeId: 1 });
  const body = new FormData();
  body.set(
    "uploadFile",
    new Blob(["Title,SKU Number,Copies\nFood and mood,S00001,2\n"], { type: "text/csv" }),
    "new.csv",
  );
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${address}/api/Import/UploadFile`, { method: "POST", headers, body });
  return uploaded.parse(await answer.json()).id;
}
