import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id } from "#contract/wire/text.ts";

/**
 * Extension: deletes a borrower with everything that names them. Their orders stay without a person, for the statistics.
 * Refused while an order or a case of theirs is open.
 */
export const forgetBorrower = endpoint("POST Borrowers/Forget/{id}", {
  access: "manager",
  params: { id },
  answer: { data: z.object({ orders: z.number() }) },
});
