import * as z from "zod/mini";
import { staffOrder } from "../orders/orders.ts";
import { maxLabelOffset } from "../catalog/labels.ts";
import { endpoint } from "../wire/endpoint.ts";
import { id, idsUpTo, nameOrAll, numberOf, whole } from "../wire/text.ts";
import type { Item } from "../catalog/catalog.ts";

/** Extension: checks out every copy that an order still needs, or none. */
export const checkOutAll = endpoint("POST Order/CheckOutAll/{orderId}", {
  access: "volunteer",
  params: { orderId: id },
  answer: { data: staffOrder },
});

/** The maximum number of orders to print at once. */
export const maxOrdersToPrint = 50;

const ids = idsUpTo(maxOrdersToPrint);

/**
 * Extension: returns the orders with these comma-separated ids, oldest first, or else the orders to pack, soonest to ship
 * first. `total` counts all orders to pack, and `unconfirmed` those that can't be packed yet, because they will be canceled
 * unless their borrower confirms the email address.
 */
export const getOrdersToPack = endpoint("GET Order/GetToPack", {
  access: "volunteer",
  query: z.object({ ids }),
  answer: { data: z.array(staffOrder), total: z.number(), unconfirmed: z.number() },
});

const shift = z._default(z.pipe(z.transform(numberOf<number | string>), whole(-maxLabelOffset, maxLabelOffset)), 0);

/** Label papers with room for an address. */
export const addressPapers = ["5163", "5160", "22806"] as const;

/**
 * Extension: returns a PDF with the packing slips of these orders, followed by sheets of address and return labels.
 * `paper` selects just one of these parts, or a pick list. `startAt` is the first label to use on the first sheet,
 * counting from 1; offsets are in tenths of a millimeter. Return labels need the library's postal address: without one
 * they're left out, and a request for return labels alone is refused.
 */
export const packingPapers = endpoint("GET Order/PackingPapers", {
  access: "volunteer",
  query: z.object({
    ids,
    paper: nameOrAll(["slips", "addresses", "returns", "picks"], "must be slips, addresses, returns, or picks"),
    template: z._default(z.enum(addressPapers, "must be 5163, 5160, or 22806"), "5163"),
    startAt: z._default(id, 1),
    offsetX: shift,
    offsetY: shift,
  }),
  file: "application/pdf",
});

const packageDays = z.object({
  orderId: z.number(),
  /** The school closure during which a package shipped today would arrive; `to` is null while the end is unknown. */
  closure: z.nullable(
    z.object({ from: z.string(), to: z.nullable(z.string()), about: z.string(), isSummer: z.boolean() }),
  ),
  /** The due date, assuming the order ships today if it hasn't yet, and the last day to mail it back. */
  due: z.string(),
  mailBackBy: z.string(),
});
export type PackageDays = z.output<typeof packageDays>;

/** Extension: returns the dates of these orders, based on the calendars of the schools and the library. */
export const getPackageDays = endpoint("GET Order/GetPackageDays", {
  access: "volunteer",
  query: z.object({ ids }),
  answer: { data: z.array(packageDays) },
});

/** A copy to pack, either from the shelf or from the hold shelf for one order. */
export type CopyToPick = {
  inventoryId: number;
  skuNumber: string;
  copyNumber: number;
  shelfLocation: string;
  heldForOrderId: number | null;
};

type Title = Pick<Item, "inventoryId" | "referenceNumber" | "title" | "language" | "parts">;

type OrderToPick = {
  orderId: number;
  orderItems: readonly { quantity: number; inventory: Title; orderInventoryItems: readonly unknown[] }[];
};

/** A title to pick at one place. */
export type PickRow = {
  item: Title;
  place: string;
  /** Empty where no copy is available. */
  copies: readonly CopyToPick[];
  count: number;
  orders: readonly { orderId: number; copies: number }[];
};

// in walking order
const stops = ["hold shelf", "shelf", "without a place", "nowhere"] as const;
type Stop = (typeof stops)[number];

const collator = new Intl.Collator("en", { numeric: true });

/**
 * Lists the copies that orders still need, in walking order: the hold shelf beside the desk, the shelves, copies
 * without a place, and unavailable titles. `available` lists the copies in check-out order.
 */
export function picksOf(orders: readonly OrderToPick[], available: readonly CopyToPick[]): PickRow[] {
  const unassigned = new Set(available);
  const rows = new Map<string, PickRow & { stop: Stop }>();
  for (const { orderId, orderItems } of orders) {
    for (const { inventory: item, quantity, orderInventoryItems } of orderItems) {
      for (let needed = quantity - orderInventoryItems.length; needed > 0; needed -= 1) {
        const copy = nextCopy(unassigned, item.inventoryId, orderId);
        if (copy) unassigned.delete(copy);
        const stop = stopOf(copy);
        const place = placeOf(stop, copy);
        const key = JSON.stringify([stop, place, item.inventoryId]);
        const row = rows.get(key) ?? { stop, place, item, copies: [], count: 0, orders: [] };
        rows.set(key, {
          ...row,
          copies: copy ? [...row.copies, copy] : row.copies,
          count: row.count + 1,
          orders: addCopy(row.orders, orderId),
        });
      }
    }
  }
  return [...rows.values()]
    .toSorted(
      (a, b) =>
        stops.indexOf(a.stop) - stops.indexOf(b.stop) ||
        collator.compare(a.place, b.place) ||
        collator.compare(a.item.referenceNumber, b.item.referenceNumber),
    )
    .map(({ stop: _stop, copies, ...row }) => ({
      ...row,
      copies: copies.toSorted((a, b) => a.copyNumber - b.copyNumber),
    }));
}

/** Returns the copy on hold for this order, or else the next copy that isn't on hold for anyone. */
function nextCopy(unassigned: ReadonlySet<CopyToPick>, itemId: number, orderId: number): CopyToPick | undefined {
  const ofTitle = [...unassigned].filter(({ inventoryId }) => inventoryId === itemId);
  return (
    ofTitle.find(({ heldForOrderId }) => heldForOrderId === orderId) ??
    ofTitle.find(({ heldForOrderId }) => heldForOrderId === null)
  );
}

function stopOf(copy: CopyToPick | undefined): Stop {
  if (!copy) return "nowhere";
  if (copy.heldForOrderId !== null) return "hold shelf";
  return copy.shelfLocation === "" ? "without a place" : "shelf";
}

function placeOf(stop: Stop, copy: CopyToPick | undefined): string {
  if (stop === "hold shelf") return "Hold shelf";
  if (stop === "nowhere") return "None available";
  return copy?.shelfLocation || "–";
}

type CopiesByOrder = PickRow["orders"];

function addCopy(orders: CopiesByOrder, orderId: number): CopiesByOrder {
  const copies = orders.find((order) => order.orderId === orderId)?.copies ?? 0;
  return [...orders.filter((order) => order.orderId !== orderId), { orderId, copies: copies + 1 }];
}

/** Counts the copies that orders still need, by title. */
export function neededCopies(orders: readonly OrderToPick[]): ReadonlyMap<number, number> {
  const needed = new Map<number, number>();
  for (const { orderItems } of orders) {
    for (const { inventory, quantity, orderInventoryItems } of orderItems) {
      const copies = quantity - orderInventoryItems.length;
      if (copies > 0) needed.set(inventory.inventoryId, (needed.get(inventory.inventoryId) ?? 0) + copies);
    }
  }
  return needed;
}

/** Names orders with their copies: "#12, #15 (2)". */
export function ordersInWords(orders: CopiesByOrder): string {
  return orders.map(({ orderId, copies }) => (copies > 1 ? `#${orderId} (${copies})` : `#${orderId}`)).join(", ");
}

/** Summarizes a pick list: "3 copies for orders #12, #15". */
export function picksInWords(picks: readonly PickRow[], orders: readonly { orderId: number }[]): string {
  const count = picks.reduce((sum, pick) => sum + pick.count, 0);
  const ids = orders.map(({ orderId }) => `#${orderId}`).join(", ");
  return `${count} ${count === 1 ? "copy" : "copies"} for ${orders.length === 1 ? "order" : "orders"} ${ids}`;
}
