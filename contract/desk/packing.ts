import * as z from "zod/mini";
import { staffOrder } from "#contract/circulation.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id } from "#contract/wire/text.ts";

/** Extension: checks out every copy that an order still lacks, all of them or none. */
export const checkOutAll = endpoint("POST Order/CheckOutAll/{orderId}", {
  access: "admin",
  params: { orderId: id },
  answer: { data: staffOrder },
});

/** How many orders are packed and printed at once. */
export const mostPacked = 50;

const ids = z.pipe(
  z.transform((value: string | undefined): (number | string)[] =>
    String(value ?? "")
      .split(",")
      .filter(Boolean),
  ),
  z.array(id).check(z.maxLength(mostPacked, `cannot be more than ${mostPacked}`)),
);

/**
 * Extension: orders to pack and print, oldest first: those with these ids, separated by commas, as far as they exist; without
 * ids, those that are New or Processing.
 */
export const getOrdersToPack = endpoint("GET Order/GetToPack", {
  access: "admin",
  query: z.object({ ids }),
  answer: { data: z.array(staffOrder) },
});
