import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { codeOrAll } from "#contract/wire/text.ts";

/**
 * Extension: the next free SKU. It continues the numbers of the newest titles, of the category if it has any; "" when
 * none of them ends in a number. It is not kept: the first to save gets it.
 */
export const getNextSku = endpoint("GET Inventory/GetNextSku", {
  access: "clerk",
  query: z.object({ categoryId: z._default(codeOrAll, 0) }),
  answer: { data: z.string() },
});
