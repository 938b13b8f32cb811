import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id } from "#contract/wire/text.ts";

/**
 * Extension: merges another account of the same person into this one, and deletes it. Orders, cases, and notes move; name,
 * address, and user name of this one stay. Refused for the account itself. Both addresses get an email.
 */
export const mergeBorrowers = endpoint("POST Borrowers/Merge/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ fromBorrowerId: id }),
  answer: { data: z.object({ orders: z.number() }) },
});
