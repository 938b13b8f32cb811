import type { QueryClient } from "@tanstack/react-query";
import { filtersOfAddress, searchQuery } from "#web/catalog/catalog-queries.ts";
import { cartIdentifier } from "#web/lib/session.ts";
import { cartItemsQuery } from "#web/orders/cart/cart-queries.ts";
import type { Params } from "#web/ui/router.tsx";
import { availabilityForDatesQuery, currentBorrowerId } from "./availability-query.ts";
import { datesInQuery, firstDates, storeDates } from "./chosen-dates.ts";
import { resultingDatesQuery } from "./resulting-dates.tsx";

export type DatedPage = "list" | "title" | "cart";
export type Arrival = { params: Params; url: URL };

/** How long a page waits for data it can do without, in ms. */
const timeoutMs = 200;

/**
 * Adopts the dates in an address before a page's first render, and fetches the ship and return dates and how many
 * copies are available. The browser doesn't wait long; a page from the server already has the data.
 */
export async function arrive(client: QueryClient, place: Arrival, kind: DatedPage, isRendered: boolean): Promise<void> {
  const { search } = place.url;
  const inAddress = datesInQuery(search);
  if (!import.meta.env.SSR && inAddress) storeDates(inAddress);
  const dates = firstDates(search, isRendered);
  const isKnown = isRendered && (!import.meta.env.SSR || kind === "cart"); // by the server, or only later
  if (!dates || isKnown) return;
  const fetchAll = async () =>
    Promise.allSettled([
      client.query(resultingDatesQuery(dates, currentBorrowerId())),
      ...(await titlesOf[kind](client, place)).map((ids) =>
        client.query(availabilityForDatesQuery(ids, dates, currentBorrowerId())),
      ),
    ]);
  const answers = fetchAll().catch(() => undefined); // the page says what's wrong
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  await (import.meta.env.SSR ? answers : Promise.race([answers, timeout]));
}

/** A page's titles, grouped as the page queries them. */
const titlesOf: Record<DatedPage, (client: QueryClient, place: Arrival) => Promise<number[][]>> = {
  list: async (client, { url }) => {
    const { searchInStockResults, searchOutOfStockResults } = await client.query(
      searchQuery(filtersOfAddress(url), client),
    );
    return [...searchInStockResults, ...searchOutOfStockResults].map(({ inventoryId }) => [inventoryId]);
  },
  title: async (_client, { params }) => [[Number(params["id"])]],
  cart: async (client) => {
    const ids = (await client.query(cartItemsQuery(cartIdentifier()))).map(({ inventory }) => inventory.inventoryId);
    return [ids, ...ids.map((id) => [id])];
  },
};
