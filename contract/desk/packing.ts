import * as z from "zod/mini";
import { staffOrder } from "../orders/orders.ts";
import { labelOffsetMost } from "../catalog/labels.ts";
import { endpoint } from "../wire/endpoint.ts";
import { id, idsUpTo, nameOrAll, numberOf, whole } from "../wire/text.ts";
import type { Item } from "../catalog/catalog.ts";

/** Extension: checks out every copy that an order still lacks, all of them or none. */
export const checkOutAll = endpoint("POST Order/CheckOutAll/{orderId}", {
  access: "volunteer",
  params: { orderId: id },
  answer: { data: staffOrder },
});

/** How many orders are packed and printed at once. */
export const maxPacked = 50;

const ids = idsUpTo(maxPacked);

/**
 * Extension: orders to pack and print, oldest first: those with these ids, separated by commas, as far as they exist; without
 * ids, those that are New or Processing.
 */
export const getOrdersToPack = endpoint("GET Order/GetToPack", {
  access: "volunteer",
  query: z.object({ ids }),
  answer: { data: z.array(staffOrder) },
});

const shift = z._default(z.pipe(z.transform(numberOf<number | string>), whole(-labelOffsetMost, labelOffsetMost)), 0);

/** Papers whose labels have room for an address. */
export const addressPapers = ["5163", "5160", "22806"] as const;

/**
 * Extension: what goes with the parcels of orders to pack as one PDF: a packing slip for each, then sheets with their address
 * labels and return labels, starting at a label of the first sheet (from 1), shifted by tenths of a millimeter; or one of these, or
 * the pick list of what they still lack.
 * Return labels are left out while the library's postal address is missing, and refused alone.
 */
export const packingPapers = endpoint("GET Order/PackingPapers", {
  access: "volunteer",
  query: z.object({
    ids,
    paper: nameOrAll(["slips", "addresses", "returns", "picks"], "must be slips, addresses, returns or picks"),
    template: z._default(z.enum(addressPapers, "must be 5163, 5160 or 22806"), "5163"),
    startAt: z._default(id, 1),
    offsetX: shift,
    offsetY: shift,
  }),
  file: "application/pdf",
});

const packageDays = z.object({
  orderId: z.number(),
  /** What the school is in when a parcel that leaves today arrives; `to` is null when nobody knows its end. */
  closure: z.nullable(
    z.object({ from: z.string(), to: z.nullable(z.string()), about: z.string(), isSummer: z.boolean() }),
  ),
  /** When it is due, or would be if it left today, and the last day to mail it back. */
  due: z.string(),
  postBy: z.string(),
});
export type PackageDays = z.output<typeof packageDays>;

/** Extension: the days of these orders, as far as they exist, by the calendars of their schools and of the library. */
export const getPackageDays = endpoint("GET Order/GetPackageDays", {
  access: "volunteer",
  query: z.object({ ids }),
  answer: { data: z.array(packageDays) },
});

/** A copy that can be packed, and where it is: on its shelf, or on the hold shelf for an order. */
export type CopyToPick = {
  inventoryId: number;
  skuNumber: string;
  copyNumber: number;
  shelfPlace: string;
  heldForOrderId: number | null;
};

type Title = Pick<Item, "inventoryId" | "referenceNumber" | "title" | "language" | "parts">;

type OrderToPick = {
  orderId: number;
  orderItems: readonly { quantity: number; inventory: Title; orderInventoryItems: readonly unknown[] }[];
};

/** What to fetch at one place: which copies of a title, how many, and for which orders. */
export type Fetch = {
  item: Title;
  place: string;
  /** None where no copy is free. */
  copies: readonly CopyToPick[];
  count: number;
  orders: readonly { orderId: number; copies: number }[];
};

// in the order in which they are walked
const stops = ["hold shelf", "shelf", "without a place", "nowhere"] as const;
type Stop = (typeof stops)[number];

const words = new Intl.Collator("en", { numeric: true });

/**
 * What orders still lack, place by place as one walks: the hold shelf beside the desk, the shelves, what has no place, and what is not
 * there. `free` are the copies in the order in which they are checked out.
 */
export function picksOf(orders: readonly OrderToPick[], free: readonly CopyToPick[]): Fetch[] {
  const left = new Set(free);
  const fetches = new Map<string, Fetch & { stop: Stop }>();
  for (const { orderId, orderItems } of orders) {
    for (const { inventory: item, quantity, orderInventoryItems } of orderItems) {
      for (let lacking = quantity - orderInventoryItems.length; lacking > 0; lacking -= 1) {
        const copy = nextOf(left, item.inventoryId, orderId);
        if (copy) left.delete(copy);
        const stop = stopOf(copy);
        const place = placeOf(stop, copy);
        const key = JSON.stringify([stop, place, item.inventoryId]);
        const known = fetches.get(key) ?? { stop, place, item, copies: [], count: 0, orders: [] };
        fetches.set(key, {
          ...known,
          copies: copy ? [...known.copies, copy] : known.copies,
          count: known.count + 1,
          orders: withOneMore(known.orders, orderId),
        });
      }
    }
  }
  return [...fetches.values()]
    .toSorted(
      (one, other) =>
        stops.indexOf(one.stop) - stops.indexOf(other.stop) ||
        words.compare(one.place, other.place) ||
        words.compare(one.item.referenceNumber, other.item.referenceNumber),
    )
    .map(({ stop: _stop, copies, ...fetch }) => ({
      ...fetch,
      copies: copies.toSorted((one, other) => one.copyNumber - other.copyNumber),
    }));
}

/** The copy that waits for this order, otherwise the next one that waits for none. */
function nextOf(left: ReadonlySet<CopyToPick>, itemId: number, orderId: number): CopyToPick | undefined {
  const ofTitle = [...left].filter(({ inventoryId }) => inventoryId === itemId);
  return (
    ofTitle.find(({ heldForOrderId }) => heldForOrderId === orderId) ??
    ofTitle.find(({ heldForOrderId }) => heldForOrderId === null)
  );
}

function stopOf(copy: CopyToPick | undefined): Stop {
  if (!copy) return "nowhere";
  if (copy.heldForOrderId !== null) return "hold shelf";
  return copy.shelfPlace === "" ? "without a place" : "shelf";
}

function placeOf(stop: Stop, copy: CopyToPick | undefined): string {
  if (stop === "hold shelf") return "Hold shelf";
  if (stop === "nowhere") return "None is free";
  return copy?.shelfPlace || "–";
}

type Wanting = Fetch["orders"];

function withOneMore(orders: Wanting, orderId: number): Wanting {
  const copies = orders.find((order) => order.orderId === orderId)?.copies ?? 0;
  return [...orders.filter((order) => order.orderId !== orderId), { orderId, copies: copies + 1 }];
}

export function lackingOf(orders: readonly OrderToPick[]): ReadonlyMap<number, number> {
  const lacking = new Map<number, number>();
  for (const { orderItems } of orders) {
    for (const { inventory, quantity, orderInventoryItems } of orderItems) {
      const copies = quantity - orderInventoryItems.length;
      if (copies > 0) lacking.set(inventory.inventoryId, (lacking.get(inventory.inventoryId) ?? 0) + copies);
    }
  }
  return lacking;
}

/** The orders of a pick, "#12, #15 (2)". */
export function ordersInWords(orders: Wanting): string {
  return orders.map(({ orderId, copies }) => (copies > 1 ? `#${orderId} (${copies})` : `#${orderId}`)).join(", ");
}

/** What a pick list is about: "3 copies for orders #12, #15". */
export function picksInWords(picks: readonly Fetch[], orders: readonly { orderId: number }[]): string {
  const count = picks.reduce((sum, pick) => sum + pick.count, 0);
  const ids = orders.map(({ orderId }) => `#${orderId}`).join(", ");
  return `${count} ${count === 1 ? "copy" : "copies"} for ${orders.length === 1 ? "order" : "orders"} ${ids}`;
}
