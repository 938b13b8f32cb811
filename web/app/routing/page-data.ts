import type { QueryClient } from "@tanstack/react-query";
import { borrowerQuery } from "#web/features/accounts/accounts-queries.ts";
import { cartItemsQuery } from "#web/features/cart/cart-queries.ts";
import {
  categoriesQuery,
  gradesQuery,
  itemQuery,
  recentItemsQuery,
  searchQuery,
  subjectsQuery,
} from "#web/features/catalogue/catalogue-queries.ts";
import { filtersOfAddress } from "#web/features/catalogue/filters.ts";
import { pageContentQuery } from "#web/features/content/site-queries.ts";
import { newsItemQuery, newsListQuery } from "#web/features/news/news-queries.ts";
import { cartIdentifier } from "#web/lib/session.ts";
import type { Params } from "#web/ui/router/match-path.ts";

/** Fetches what a page will ask for into the cache. It may fail: the page asks again, and shows what could not be had. */
export type PageData = (client: QueryClient, place: { params: Params; url: URL }) => Promise<unknown>;

/** home */
export const homeData: PageData = (client) =>
  Promise.all([client.query(pageContentQuery), client.query(newsListQuery(1))]);

/** resources, signup */
export const textsData: PageData = (client) => client.query(pageContentQuery);

/** news */
export const newsData: PageData = (client) => client.query(newsListQuery());

/** news/{id} */
export const newsItemData: PageData = (client, { params }) => client.query(newsItemQuery(params.id ?? ""));

/** user/home */
export const userHomeData: PageData = (client) => client.query(recentItemsQuery(4));

/** user/inventories */
export const inventoriesData: PageData = (client, { url }) =>
  Promise.all([
    client.query(categoriesQuery),
    client.query(subjectsQuery),
    client.query(gradesQuery),
    client.query(searchQuery(filtersOfAddress(url), client)),
  ]);

/** user/viewitem/{id} */
export const viewItemData: PageData = (client, { params }) => client.query(itemQuery(params.id ?? ""));

/** user/cartitems */
export const cartItemsData: PageData = (client) => client.query(cartItemsQuery(cartIdentifier()));

/** user/account/{id} */
export const accountData: PageData = (client, { params }) => client.query(borrowerQuery(params.id ?? ""));
