import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id } from "#contract/wire/text.ts";

/** Extension: the other borrowers of the same school and district, by name. */
export const getColleagues = endpoint("GET Borrowers/GetColleagues/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: z.array(z.object({ borrowerId: z.number(), borrowerName: z.string(), emailAddress: z.string() })) },
});

/**
 * Extension: hands the shipped orders of a borrower that still have copies out over to a colleague of the same school, each
 * as a whole. Due days stay. Both get an email.
 */
export const handOver = endpoint("POST Borrowers/HandOver/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ toBorrowerId: id }),
  answer: { data: z.array(z.number()) },
});
