import * as z from "zod/mini";
import { staffOrder } from "#contract/circulation.ts";
import { labelOffsetMost } from "#contract/label-templates.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, idsUpTo, nameOrAll, numberOf, whole } from "#contract/wire/text.ts";

/** Extension: checks out every copy that an order still lacks, all of them or none. */
export const checkOutAll = endpoint("POST Order/CheckOutAll/{orderId}", {
  access: "volunteer",
  params: { orderId: id },
  answer: { data: staffOrder },
});

/** How many orders are packed and printed at once. */
export const mostPacked = 50;

const ids = idsUpTo(mostPacked);

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

const parcelDays = z.object({
  orderId: z.number(),
  /** What the school is in when a parcel that leaves today arrives; `to` is null when nobody knows its end. */
  closure: z.nullable(
    z.object({ from: z.string(), to: z.nullable(z.string()), about: z.string(), isSummer: z.boolean() }),
  ),
  /** When it is due, or would be if it left today, and the last day to mail it back. */
  due: z.string(),
  postBy: z.string(),
});
export type ParcelDays = z.output<typeof parcelDays>;

/** Extension: the days of these orders, as far as they exist, by the calendars of their schools and of the library. */
export const getParcelDays = endpoint("GET Order/GetParcelDays", {
  access: "volunteer",
  query: z.object({ ids }),
  answer: { data: z.array(parcelDays) },
});
