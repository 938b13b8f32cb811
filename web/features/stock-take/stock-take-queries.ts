import { answerQuery, dataQuery } from "#web/lib/queries.ts";
import { type StockTakeList, stockTakeLists } from "#contract/stock-take/stock-takes.ts";
import { call } from "#web/lib/call.ts";
import { addressFilters, choiceField, pageField } from "#web/lib/filters/address-filters.ts";

export const stockTakePageSize = 25;

export const stockTakeFilters = addressFilters<{ page: number }>("/admin/stock-take", { page: pageField() });

type ListFilters = { list: StockTakeList; page: number };

/** The lists of one stock-take; its address is the path. */
export const listFilters = addressFilters<ListFilters>(stockTakeFilters.path, {
  list: choiceField("list", "missing", stockTakeLists),
  page: pageField(),
});

export const stockTakeHref = (id: number) => `${stockTakeFilters.path}/${id}`;

export const stockTakesQuery = ({ page }: { page: number }) =>
  answerQuery(
    ["stock-takes", "all", page],
    (context) => call("GET StockTake/GetAll", { query: { page, pageSize: stockTakePageSize } }, context),
    { keepPrevious: true },
  );

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
