import { answerQuery, dataQuery } from "#web/lib/queries.ts";
import { call } from "#web/lib/call.ts";

/** Says nothing when it fails: the page says already that the title is out of stock. */
export const availabilityQuery = (inventoryId: number) =>
  dataQuery(
    ["circulation", "availability", inventoryId],
    (context) => call("GET Inventory/GetAvailability/{id}", { params: { id: inventoryId } }, context),
    { meta: { background: true } },
  );

/** Why copies of a title cannot be ordered: the sum, and a page of the copies. */
export const stockReasonsQuery = (inventoryId: number, page: number) =>
  answerQuery(
    ["circulation", "stock reasons", inventoryId, page],
    (context) => call("GET Inventory/GetStockReasons/{id}", { params: { id: inventoryId }, query: { page } }, context),
    { keepPrevious: true, staleTime: 0 },
  );
