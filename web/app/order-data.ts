import {
  borrowerOrderQuery,
  nextNewOrderQuery,
  newOrderCountQuery,
  orderListQuery,
  ordersOfUserQuery,
  staffOrderQuery,
  statusesQuery,
} from "#web/features/circulation/order-queries.ts";
import { itemQuery, recentItemsQuery } from "#web/features/catalogue/catalogue-queries.ts";
import { readOrderFilters, troubleWith } from "#web/features/circulation/order-list/order-filters.ts";
import { routeId } from "#web/features/circulation/route-id.ts";
import type { PageData } from "./page-data.ts";

/** admin/dashboard */
export const dashboardData: PageData = (client) =>
  Promise.all([client.prefetchQuery(newOrderCountQuery), client.prefetchQuery(recentItemsQuery(5))]);

/** admin/orderlist */
export const orderListData: PageData = async (client, { request }) => {
  const filters = readOrderFilters(new URL(request.url).searchParams);
  const list = troubleWith(filters) ? undefined : client.prefetchQuery(orderListQuery(filters));
  await Promise.all([client.prefetchQuery(statusesQuery), list]);
};

/** admin/orderdetails/{id} and admin/editorder/{id} */
export const staffOrderData: PageData = async (client, { params }) => {
  const orderId = routeId(params.id);
  if (orderId === undefined) return;
  await Promise.all([client.prefetchQuery(staffOrderQuery(orderId)), client.prefetchQuery(nextNewOrderQuery(orderId))]);
};

/** admin/viewitem/{id} */
export const adminViewItemData: PageData = async (client, { params }) => {
  const id = routeId(params.id);
  if (id !== undefined) await client.prefetchQuery(itemQuery(String(id)));
};

/** user/confirmation/{orderId} and user/vieworder/{orderId} */
export const borrowerOrderData: PageData = async (client, { params }) => {
  const orderId = routeId(params.id);
  if (orderId !== undefined) await client.prefetchQuery(borrowerOrderQuery(orderId));
};

/** user/orderlist/{userId} */
export const ordersOfUserData: PageData = async (client, { params }) => {
  const userId = routeId(params.id);
  if (userId !== undefined) await client.prefetchQuery(ordersOfUserQuery(userId));
};
