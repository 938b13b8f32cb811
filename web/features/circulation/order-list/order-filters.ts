import { statuses } from "#contract/codes.ts";
import { ownMessages } from "#contract/messages.ts";

/** What the admin's order list shows; statusId 0 means all, an empty day means no bound. */
export type OrderFilters = { statusId: number; startDate: string; endDate: string; page: number };

/** Rows on a page. */
export const orderPageSize = 10;

const anyStatus: ReadonlySet<number> = new Set(Object.values(statuses));

/** Reads them from an address; what makes no sense counts as not given. */
export function readOrderFilters(search: URLSearchParams): OrderFilters {
  const statusId = Number(search.get("status"));
  const page = Number(search.get("page"));
  return {
    statusId: anyStatus.has(statusId) ? statusId : statuses.undefined,
    startDate: day(search.get("from")),
    endDate: day(search.get("to")),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** The address of a list, as short as it can be. */
export function orderListHref({ statusId, startDate, endDate, page }: Partial<OrderFilters> = {}): string {
  const search = new URLSearchParams();
  if (statusId) search.set("status", String(statusId));
  if (startDate) search.set("from", startDate);
  if (endDate) search.set("to", endDate);
  if (page && page > 1) search.set("page", String(page));
  return search.size > 0 ? `/admin/orderlist?${search}` : "/admin/orderlist";
}

/** Whether they leave anything out. */
export function isFiltered({ statusId, startDate, endDate }: OrderFilters): boolean {
  return statusId !== statuses.undefined || startDate !== "" || endDate !== "";
}

/** The sentence that says what is wrong with them, or undefined. */
export function troubleWith({ startDate, endDate }: Pick<OrderFilters, "startDate" | "endDate">): string | undefined {
  return startDate && endDate && endDate < startDate ? ownMessages.dateOrder : undefined;
}

function day(text: string | null): string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return "";
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) ? text : "";
}
