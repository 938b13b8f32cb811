import { risksOnAPage } from "#contract/waitlist/reservations.ts";
import { waitingOnAPage } from "#contract/waitlist/waitlist.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { ClaimKind } from "#contract/desk/claims.ts";
import { type OrderSort, type OrderWork } from "#contract/desk/search.ts";
import { call } from "#web/lib/call.ts";
import { choiceField, type Field, idField, pageField, textField } from "#web/lib/filters/address-filters.ts";
import {
  choicesOf,
  dayField,
  endField,
  list,
  searchField,
  selectField,
  sortField,
  startField,
} from "#web/lib/filters/list.ts";
import { answerQuery, dataQuery } from "#web/lib/queries.ts";

const day = (name: string, label: string, notBefore?: string): Field<string> => ({
  ...dayField(name),
  input: { kind: "day", label, isMore: true, ...(notBefore && { notBefore }) },
});

/** The work that the order list shows; the rest has pages of its own: packing, problems, and orders at risk. */
const workWords = {
  "to-ship": "To ship",
  unconfirmed: "Waiting for email confirmation",
  "due-this-week": "Due this week",
  overdue: "Overdue",
  "no-email": "Can’t be emailed",
} as const satisfies Partial<Record<OrderWork, string>>;

export type ListedWork = keyof typeof workWords;
export const listedWorks = choicesOf(workWords);

/** Lists orders by work in the order that suits it. */
export const ordersToDo = (work: ListedWork): string =>
  orderList.href({ work, sort: work === "to-ship" || work === "no-email" ? "leaves" : "due" });

export const orderList = list({
  path: "/admin/orderlist",
  filters: {
    text: searchField("q", "Find orders", {
      hint: "Search by borrower, school, email, title, SKU, tracking number, or order number.",
    }),
    statusId: {
      ...choiceField<number>("status", statuses.undefined, Object.values(statuses)),
      input: { kind: "choice", label: "Status" },
    },
    work: choiceField<ListedWork | "">(
      "work",
      "",
      listedWorks.map(({ value }) => value),
    ),
    startDate: startField(),
    endDate: endField(),
    sort: sortField<OrderSort>("sort", "Sort by", [
      { value: "newest", label: "Newest" },
      { value: "oldest", label: "Oldest" },
      { value: "due", label: "Due soonest" },
      { value: "leaves", label: "Ships soonest" },
    ]),
    school: textField("school", { kind: "text", label: "School or district", isMore: true }),
    shippedFrom: day("shippedfrom", "Shipped from"),
    shippedTo: day("shippedto", "Shipped to", "shippedfrom"),
    dueFrom: day("duefrom", "Due from"),
    dueTo: day("dueto", "Due to", "duefrom"),
    page: pageField(),
  },
  key: ["orders", "list"],
  pageSize: 10,
  /** Uses the specified call for its own filters, and the search for the rest. */
  ask: async ({ page, pageSize, ...filters }, context) => {
    const { statusId, startDate, endDate, sort, ...rest } = filters;
    const isSpecified = sort === "newest" && Object.values(rest).every((value) => value === "");
    if (!isSpecified) {
      return call("GET Desk/SearchOrders", { query: { ...searchOf(filters), page, pageSize } }, context);
    }
    const body = { statusId, startDate, endDate, page, pageSize };
    return { ...(await call("POST Order/GetOrdersBySearchFilters", { body }, context)), isMore: false };
  },
});

export function searchOf<Rest>({ text, ...rest }: Rest & { text: string }) {
  return { ...rest, searchString: text };
}

type CopyAddress = { inventoryId: number; inventoryItemId: number; labelIsOld?: boolean };

/** Returns the address of a copy on its title's page. */
export const copyHref = ({ inventoryId, inventoryItemId, labelIsOld = false }: CopyAddress) =>
  `/admin/viewitem/${inventoryId}?copy=${inventoryItemId}${labelIsOld ? "&label=old" : ""}`;

export const workQuery = dataQuery(["orders", "work"], (context) => call("GET Desk/GetWork", {}, context), {
  staleTime: 0,
});

/** `ids` are order ids, separated by commas; empty for the orders that are packed and to ship. */
export const packagesToMailQuery = (ids: string) =>
  answerQuery(["orders", "postage", ids], (context) => call("GET Postage/GetPackages", { query: { ids } }, context), {
    staleTime: 0,
  });

export const copiesToInspect = list({
  path: "/admin/problems/inspection",
  filters: {
    state: selectField("state", "Status", [
      { value: "inspection", label: "Waiting for inspection" },
      { value: "repair", label: "In repair" },
    ]),
    page: pageField(),
  },
  key: ["inspection"],
  ask: (query, context) => call("GET Inspection/GetCopies", { query }, context),
});

const ordersWith = (path: string, work: OrderWork, sort: OrderSort) =>
  list({
    path,
    filters: { page: pageField() },
    key: ["orders", "list", work],
    ask: (part, context) =>
      call("GET Desk/SearchOrders", { query: { ...searchOf(orderList.none), work, sort, ...part } }, context),
  });

export const reportedOrders = ordersWith("/admin/problems", "reported", "oldest");
export const incompleteOrders = ordersWith("/admin/problems/incomplete", "incomplete", "due");

export const ordersAtRisk = list({
  path: "/admin/at-risk",
  filters: { page: pageField() },
  key: ["orders", "at risk"],
  pageSize: risksOnAPage,
  ask: ({ page }, context) => call("GET Reservations/GetRisks", { query: { page } }, context),
});

export const holdShelf = list({
  path: "/admin/holds",
  filters: { page: pageField() },
  key: ["waitlist", "hold shelf"],
  pageSize: waitingOnAPage,
  ask: ({ page }, context) => call("GET Waitlist/GetHoldShelf", { query: { page } }, context),
});

export const kindWords: Record<ClaimKind, string> = {
  lost: "Lost",
  "claimed returned": "Claimed returned",
  "parts missing": "Parts missing",
  damaged: "Damaged",
};

export const claims = list({
  path: "/admin/problems/claims",
  filters: {
    searchString: searchField("q", "Search the claims", { placeholder: "A name, school, title, or SKU" }),
    state: selectField("state", "Status", [
      { value: "", label: "All statuses" },
      { value: "open", label: "Open" },
      { value: "closed", label: "Closed" },
    ]),
    kind: selectField("kind", "Kind", [{ value: "", label: "All kinds" }, ...choicesOf(kindWords)]),
    orderId: idField("order"),
    page: pageField(),
  },
  key: ["claims", "list"],
  ask: (query, context) => call("GET Claims/GetClaims", { query }, context),
});

export const claimQuery = (claimId: number) =>
  dataQuery(["claims", "one", claimId], (context) => call("GET Claims/Get/{id}", { params: { id: claimId } }, context));

/** `ids` are claim ids, separated by commas. */
export const claimLettersQuery = (ids: string) =>
  dataQuery(["claims", "letters", ids], (context) => call("GET Claims/GetLetters", { query: { ids } }, context));

export const claimLetterQuery = (claimId: number) =>
  dataQuery(["claims", "letter", claimId], (context) =>
    call("GET Claims/GetLetter/{id}", { params: { id: claimId } }, context),
  );

export const reminderStepsQuery = dataQuery(["reminders"], (context) => call("GET Reminders/GetSteps", {}, context));

export const titleUseQuery = (inventoryId: number) =>
  answerQuery(["circulation", "title use", inventoryId], async (context) => {
    const { data, total } = await call("GET Inventory/GetUse/{id}", { params: { id: inventoryId } }, context);
    return { ...data, orderTotal: total };
  });
