import * as z from "zod";
import { administrator } from "#e2e/library.ts";
import type { Clerk } from "#e2e/steps/as-clerk.ts";

/** A screen of the product: its address without the first slash, and who sees it. */
export type Screen = { path: string; who: "visitor" | "borrower" | "admin" };

const loggedIn = z.object({ data: z.object({ userId: z.number(), token: z.string() }) });
const uploaded = z.object({ id: z.number() });
const copies = z.object({ inventoryItems: z.array(z.object({ inventoryItemId: z.number() })) });

/** Every screen, with something on it: the borrower is one who has placed this order. */
export async function screensOf(
  clerk: Clerk,
  address: string,
  { orderId, userName, password }: { orderId: number; userName: string; password: string },
): Promise<Screen[]> {
  const { userId } = await logIn(address, { userName, password, userTypeId: 2 });
  const importId = await anImport(address);
  const [copy] = copies.parse(await clerk.ask("Inventory/Get/1")).inventoryItems;
  const screens = {
    visitor: `home resources news news/1 signup signup/confirm/over signup/leave/over accessibility
      notfound user/home user/inventories user/inventories/healthy%20eating user/inventories/zzzz user/viewitem/1 user/cartitems user/login user/register user/reset-password
      user/reset-password/over admin/login`,
    borrower: `user/home user/cartitems user/account/${userId} user/changepassword/${userId} user/orderlist/${userId}
      user/vieworder/${orderId} user/confirmation/${orderId}`,
    admin: `admin/dashboard admin/orderlist admin/orderdetails/${orderId} admin/editorder/${orderId} admin/inventorylist
      admin/viewitem/1 admin/item/1 admin/item/add admin/itemqrcode/${copy?.inventoryItemId} admin/labels admin/import
      admin/import/${importId}
      admin/news admin/editnews/0 admin/sitecontent admin/sitecontent/home admin/mail admin/audit`,
  };
  return (["visitor", "borrower", "admin"] as const).flatMap((who) =>
    screens[who].split(/\s+/).map((path) => ({ path, who })),
  );
}

async function logIn(address: string, who: { userName: string; password: string; userTypeId: 1 | 2 }) {
  const answer = await fetch(`${address}/api/Account/Login/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(who),
  });
  return loggedIn.parse(await answer.json()).data;
}

/** A file that was uploaded, and waits for its columns to be matched. */
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
