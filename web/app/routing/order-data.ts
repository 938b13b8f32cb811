import {
  borrowerOrderQuery,
  nextNewOrderQuery,
  newOrderCountQuery,
  orderListQuery,
  ordersOfUserQuery,
  staffOrderQuery,
  statusesQuery,
} from "#web/features/circulation/order-queries.ts";
import { adminFilters } from "#web/features/catalogue/admin-list/admin-filters.ts";
import { adminListQuery } from "#web/features/catalogue/admin-list/admin-list-queries.ts";
import {
  categoriesQuery,
  gradesQuery,
  itemQuery,
  recentItemsQuery,
  subjectsQuery,
} from "#web/features/catalogue/catalogue-queries.ts";
import { orderFilters } from "#web/features/circulation/order-list/order-filters.ts";
import { troubleWith } from "#web/lib/address-filters.ts";
import { routeId } from "#web/lib/route-id.ts";
import type { PageData } from "./page-data.ts";

/** The page asks again, and shows what could not be had. */
const ignored = () => undefined;

/** admin/dashboard */
export const dashboardData: PageData = (client) =>
  Promise.all([client.query(newOrderCountQuery), client.query(recentItemsQuery(5))]).catch(ignored);

/** admin/orderlist */
export const orderListData: PageData = async (client, { url }) => {
  const filters = orderFilters.read(url.searchParams);
  const list = troubleWith(filters) ? undefined : client.query(orderListQuery(filters));
  await Promise.all([client.query(statusesQuery), list]).catch(ignored);
};

/** admin/orderdetails/{id} and admin/editorder/{id} */
export const staffOrderData: PageData = async (client, { params }) => {
  const orderId = routeId(params.id);
  if (orderId === undefined) return;
  await Promise.all([client.query(staffOrderQuery(orderId)), client.query(nextNewOrderQuery(orderId))]).catch(ignored);
};

/** admin/inventorylist */
export const inventoryListData: PageData = async (client, { url }) => {
  const filters = adminFilters.read(url.searchParams);
  await Promise.all([
    client.query(categoriesQuery),
    client.query(subjectsQuery),
    client.query(gradesQuery),
    client.query(adminListQuery("in", filters)),
    client.query(adminListQuery("out", filters)),
  ]).catch(ignored);
};

/** admin/item/{id}; what is not an id means a new one */
export const editItemData: PageData = async (client, { params }) => {
  const id = routeId(params["itemId"]);
  await Promise.all([
    client.query(categoriesQuery),
    client.query(subjectsQuery),
    client.query(gradesQuery),
    id !== undefined && client.query(itemQuery(String(id))),
  ]).catch(ignored);
};

/** admin/viewitem/{id} */
export const adminViewItemData: PageData = async (client, { params }) => {
  const id = routeId(params.id);
  if (id !== undefined) await client.query(itemQuery(String(id))).catch(ignored);
};

/** user/confirmation/{orderId} and user/vieworder/{orderId} */
export const borrowerOrderData: PageData = async (client, { params }) => {
  const orderId = routeId(params.id);
  if (orderId !== undefined) await client.query(borrowerOrderQuery(orderId)).catch(ignored);
};

/** user/orderlist/{userId} */
export const ordersOfUserData: PageData = async (client, { params }) => {
  const userId = routeId(params.id);
  if (userId !== undefined) await client.query(ordersOfUserQuery(userId)).catch(ignored);
};
