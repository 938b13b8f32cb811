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

/** The orders that were handed over, or back. */
const handedOver = z.array(z.number());

/**
 * Extension: hands the shipped orders of a borrower that still have copies out over to a colleague of the same school, each
 * as a whole. Due days stay. Both get an email after two minutes.
 */
export const handOver = endpoint("POST Borrowers/HandOver/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ toBorrowerId: id }),
  answer: { data: handedOver },
});

/**
 * Extension: what a borrower last handed over to this colleague is theirs again, as far as it is still out with the colleague
 * and has no open case. Both get an email, unless the one about handing over was not written yet.
 */
export const undoHandOver = endpoint("POST Borrowers/UndoHandOver/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ toBorrowerId: id }),
  answer: { data: handedOver },
});
