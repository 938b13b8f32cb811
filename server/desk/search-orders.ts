import {
  type Matches,
  maxCounted,
  type OrderFound,
  type OrderWork,
  ordersCsv as ordersCsvCall,
  type searchOrders as searchOrdersCall,
  worksByPhone,
} from "#contract/desk/search.ts";
import type { OrderSummary } from "#contract/orders/orders.ts";
import type { FileAnswer, Received } from "#contract/wire/endpoint.ts";
import { type Clock, dayOf, rangeOfDays, today } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { isbn13 } from "#server/catalog/public.ts";
import { findBorrowers } from "#server/people/public.ts";
import { isWithheld, ordersOf, presentSummary, type Reader, withheldName } from "#server/orders/public.ts";
import { idsOfSearch, type ListedOrder, type OrderSearch, ordersInList, pageOfSearch } from "./order-search.queries.ts";
import { readOrderText, readText } from "./read-text.rules.ts";
import { type Columns, csvOfIds } from "#server/platform/lists/csv-download.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { copiesFound, hadSku, ordersFound, peopleFound, titlesFound } from "./resolve.queries.ts";

type Query = Received<typeof ordersCsvCall>["query"];
type Now = { clock: Clock; timeZone: string; reader: Reader };

const defaultPageSize = 10;

export async function searchOrders(
  db: Database,
  { page = 1, pageSize = defaultPageSize, ...query }: Received<typeof searchOrdersCall>["query"],
  now: Now,
) {
  const { ids, count, isMore } = await pageOfSearch(db, searchOf(query, now), { page, pageSize }, maxCounted);
  const summaries = await summariesOf(db, ids, now.reader);
  const isByPhone = worksByPhone.some((work) => work === query.work) && now.reader !== "volunteer";
  return { data: isByPhone ? await withPhones(db, summaries) : summaries, total: count, isMore };
}

/** Returns the ids of the first orders that need this work, soonest to ship first, and counts them all. */
export async function workOf(
  db: Database,
  wanting: { work: OrderWork; today: string },
  { pageSize, timeZone }: { pageSize: number; timeZone: string },
) {
  const all = { school: "", statusId: 0, isForVolunteer: false, ordered: {}, shipped: {}, due: {} };
  return pageOfSearch(db, { ...all, wanting, sort: "leaves", timeZone }, { page: 1, pageSize }, maxCounted);
}

async function summariesOf(db: Database, ids: readonly number[], reader: Reader): Promise<OrderSummary[]> {
  const rows = ids.length === 0 ? [] : await ordersOf(db, {}, { ids });
  const byId = new Map(rows.map((row) => [row.order_id, presentSummary(row, reader)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function withPhones(db: Database, orders: readonly OrderSummary[]): Promise<OrderFound[]> {
  const borrowers = await findBorrowers(
    db,
    orders.map(({ borrowerId }) => borrowerId),
  );
  const phones = new Map(borrowers.map((borrower) => [borrower.borrower_id, borrower.phone_number]));
  return orders.map((order) => ({ ...order, phoneNumber: phones.get(order.borrowerId) }));
}

/** Reads the search of a query. Rejects reversed date ranges. */
export function searchOf(
  { searchString, school, statusId, work, sort, ...days }: Query,
  { clock, timeZone, reader }: Now,
): OrderSearch {
  const day = today(clock, timeZone);
  const shipped = { startDate: days.shippedFrom, endDate: days.shippedTo };
  const due = { startDate: days.dueFrom, endDate: days.dueTo };
  for (const range of [shipped, due]) rangeOfDays(range, timeZone);
  return {
    text: searchString === "" ? undefined : readOrderText(searchString),
    school,
    statusId,
    // a search must not reveal what its results hide
    isForVolunteer: reader === "volunteer",
    ...(work !== "" && { wanting: { work, today: day } }),
    ordered: rangeOfDays(days, timeZone),
    shipped: { from: days.shippedFrom, to: days.shippedTo },
    due: { from: days.dueFrom, to: days.dueTo },
    sort: sort === "" ? "newest" : sort,
    timeZone,
  };
}

const columns: Columns<ListedOrder> = [
  ["Order", (row) => row.order_id],
  ["Ordered", (row, timeZone) => dayOf(row.ordered_at, timeZone)],
  ["Status", (row) => row.status_name],
  ["Borrower", (row) => row.ship_to_name],
  ["School", (row) => row.ship_to_school],
  ["District", (row) => row.ship_to_district],
  ["E-mail", (row) => row.email_address],
  ["Titles", (row) => row.titles],
  ["Items", (row) => row.quantity],
  ["Tracking number", (row) => row.tracking_number],
  ["Leaves by", (row) => row.ship_on ?? ""],
  ["Shipped", (row) => row.ship_date ?? ""],
  ["Due", (row) => row.return_date ?? ""],
  ["Copies out", (row) => row.copies_out],
];

export async function ordersCsv(
  db: Database,
  query: Query,
  { actor, ...when }: Omit<Now, "reader"> & { actor: Actor },
): Promise<FileAnswer> {
  const search = searchOf(query, { ...when, reader: "clerk" });
  return csvOfIds(db, actor, when.timeZone, {
    name: "orders",
    entry: { call: ordersCsvCall.call, kind: "order", label: "Orders of a search" },
    columns,
    idsOf: (tx) => idsOfSearch(tx, search),
    rowsOf: (ids) => ordersInList(db, ids),
  });
}

const nothing: Matches = { copies: [], orders: [], titles: [], people: [] };

/**
 * Finds the possible meanings of a scanned or typed text. Our own codes have exactly one. Only clerks may look up
 * borrowers; volunteers see them on open orders.
 */
export async function resolveText(db: Database, text: string, today: string, reader: Reader): Promise<Matches> {
  const matches = await matchesOf(db, text, today, reader);
  const shown = <Found extends { statusId: number }>(order: Found): Found =>
    isWithheld(order.statusId, reader) ? { ...order, borrowerName: withheldName, schoolName: "" } : order;
  return {
    ...matches,
    copies: matches.copies.map((copy) => ({ ...copy, lostFrom: copy.lostFrom && shown(copy.lostFrom) })),
    orders: matches.orders.map(shown),
  };
}

async function matchesOf(db: Database, text: string, today: string, reader: Reader): Promise<Matches> {
  const meaning = readText(text);
  if (meaning.is === "label") {
    const [copy] = await copiesFound(db, { copyId: meaning.copyId }, today);
    if (!copy) return nothing;
    const labelIsOld = copy.skuNumber.toLowerCase() !== meaning.skuNumber.toLowerCase(); // scanners change the case
    const labelIsForeign = labelIsOld && !(await hadSku(db, meaning.copyId, meaning.skuNumber));
    return { ...nothing, copies: [{ ...copy, labelIsOld, labelIsForeign }] };
  }
  if (meaning.is === "slip") return { ...nothing, orders: await ordersFound(db, { orderId: meaning.orderId }) };
  const { number, sku, copy, tracking, words } = meaning;
  const people = words === undefined || reader === "volunteer" ? [] : await peopleFound(db, words);
  const [copies, orders, titles] = await Promise.all([
    copy === undefined ? [] : copiesFound(db, { label: copy, copyId: number }, today),
    ordersFound(db, {
      orderId: number,
      tracking,
      borrowerIds: people.map(({ borrowerId }) => borrowerId),
      words: reader === "volunteer" ? words : undefined,
    }),
    words === undefined ? [] : titlesFound(db, words, { sku, isbn: isbn13(text) }),
  ]);
  return { copies, orders, titles, people };
}
