import { type StockTakeList, stockTakeLists } from "#contract/desk/stock-takes.ts";
import { call } from "#web/lib/call.ts";
import { addressFilters, choiceField, pageField } from "#web/lib/filters/address-filters.ts";
import { list } from "#web/lib/filters/list.ts";
import { answerQuery, dataQuery } from "#web/lib/queries.ts";

export const stockTakePageSize = 25;

export const stockTakes = list({
  path: "/admin/stock-take",
  filters: { page: pageField() },
  key: ["stock-takes", "all"],
  ask: (query, context) => call("GET StockTake/GetAll", { query }, context),
});

type ListFilters = { list: StockTakeList; page: number };

/** The lists of one stock-take; its address is the path. */
export const listFilters = addressFilters<ListFilters>(stockTakes.path, {
  list: choiceField("list", "missing", stockTakeLists),
  page: pageField(),
});

export const stockTakeHref = (id: number) => `${stockTakes.path}/${id}`;

export const shelfPlacesQuery = dataQuery(["stock-takes", "places"], (context) =>
  call("GET StockTake/GetPlaces", {}, context),
);

/** Others scan, too; without a network nobody is asked. */
export const whileOthersScan = () => navigator.onLine && 15_000; // ms

/** A stock-take and its numbers, which others change, too. */
export const stockTakeQuery = (id: number) =>
  dataQuery(["stock-takes", "one", id], (context) => call("GET StockTake/Get/{id}", { params: { id } }, context));

export const stockTakeListQuery = (id: number, { list, page }: ListFilters) =>
  answerQuery(
    ["stock-takes", "list", id, list, page],
    (context) =>
      call(
        "GET StockTake/GetCopies/{id}",
        { params: { id }, query: { list, page, pageSize: stockTakePageSize } },
        context,
      ),
    { keepPrevious: true },
  );
