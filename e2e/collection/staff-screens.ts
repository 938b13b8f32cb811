import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { addressesOf, staffPages } from "#e2e/steps/site-pages.ts";
import { expect } from "#e2e/test.ts";

/** The addresses of all screens of staff, with something on them; `sku` is for a lost copy of its own. */
export async function staffScreens(address: string, sku: string): Promise<string[]> {
  const clerk = await clerkOf(address);
  const [item] = await clerk.ask<{ inventoryId: number }[]>("Inventory/GetRecentItems?itemCount=1");
  const [news] = await clerk.ask<{ id: number }[]>("News/GetItems");
  const [order] = await clerk.ask<{ orderId: number }[]>("Order/GetOrders?page=1");
  const file = new FormData();
  file.set("uploadFile", new File(["Title\nFood and mood\n"], "states.csv"));
  const { id: importId } = await clerk.tell<{ id: number }>("Import/UploadFile", file);
  const caseId = await aCase(clerk, sku);
  const { id: stockTakeId } = await clerk.tell<{ id: number }>("StockTake/Start", {});
  const { id: calendarId } = await clerk.tell<{ id: number }>("Calendars/SaveCalendar", {
    district: `Every Screen ${sku} Unified`,
    years: [{ from: "2026-08-12", to: "2027-06-04" }],
    breaks: [{ from: "2026-12-21", to: "2027-01-01", about: "Winter break" }],
  });
  const examples = {
    "admin/orderdetails/:id": [order?.orderId ?? 0],
    "admin/editorder/:id": [order?.orderId ?? 0],
    "admin/item/:itemId": [item?.inventoryId ?? 0, "add"],
    "admin/viewitem/:id": [item?.inventoryId ?? 0],
    "admin/import/:id": [importId],
    "admin/editnews/:newsId": [news?.id ?? 0],
    "admin/staff/:id": [clerk.userId],
    "admin/cases/:id": [caseId],
    "admin/caseletter/:id": [caseId],
    "admin/stock-take/:id": [stockTakeId],
    "admin/thesaurus/:entryId": [1],
    "admin/calendars/:calendarId": [calendarId],
  };
  // a parcel, and somebody who calls
  const searches = new Map([
    ["/admin/returns", `?order=${order?.orderId ?? 0}`],
    ["/admin/callerorder", "?caller=school"],
  ]);
  return staffPages()
    .flatMap((page) => addressesOf(page, examples))
    .map((address) => address + (searches.get(address) ?? ""));
}

/** A lost copy of a shipped order. */
export async function aCase(clerk: Awaited<ReturnType<typeof clerkOf>>, sku: string): Promise<number> {
  const { copies, orderId } = await shippedOrder(clerk, { title: "States", sku: sku.toUpperCase(), quantity: 1 });
  expect(copies).toHaveLength(1);
  const { orderItems } = await clerk.ask<{ orderItems: { orderInventoryItems: { orderInventoryItemId: number }[] }[] }>(
    `Order/Get/${orderId}`,
  );
  const [loan] = orderItems.flatMap(({ orderInventoryItems }) => orderInventoryItems);
  const body = { orderInventoryItemId: loan?.orderInventoryItemId, kind: "lost" };
  return (await clerk.tell<{ data: { caseId: number } }>("Cases/Open", body)).data.caseId;
}
