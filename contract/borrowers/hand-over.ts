import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, text } from "#contract/wire/text.ts";

/** How many colleagues a search gives at most. */
export const mostColleagues = 20;

/**
 * Extension: the other borrowers of the same school, by the words of their names; the first twenty by name. Two spellings are
 * one school where the directory, or staff, say so.
 */
export const getColleagues = endpoint("GET Borrowers/GetColleagues/{id}", {
  access: "clerk",
  params: { id },
  query: z.object({ searchString: z._default(text(), "") }),
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
