import { endpoint } from "#contract/wire/endpoint.ts";
import { id } from "#contract/wire/text.ts";

/** Extension: a letter that a borrower owes nothing, as a PDF. Refused while an order or a case of theirs is open. */
export const clearanceLetter = endpoint("GET Borrowers/ClearanceLetter/{id}", {
  access: "clerk",
  params: { id },
  file: "application/pdf",
});
