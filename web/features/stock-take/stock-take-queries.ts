import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type StockTakeList, stockTakeLists } from "#contract/stock-take/outcomes.ts";
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

export function stockTakesQuery({ page }: { page: number }) {
  return queryOptions({
    queryKey: ["stock-takes", "all", page],
    queryFn: ({ signal }) => call("GET StockTake/GetAll", { query: { page, pageSize: stockTakePageSize } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const shelfPlacesQuery = queryOptions({
  queryKey: ["stock-takes", "places"],
  queryFn: async ({ signal }) => (await call("GET StockTake/GetPlaces", {}, { signal })).data,
});

/** Others scan, too; without a network nobody is asked. */
export const whileOthersScan = () => navigator.onLine && 15_000; // ms

/** A stock-take and its numbers, which others change, too. */
export function stockTakeQuery(id: number) {
  return queryOptions({
    queryKey: ["stock-takes", "one", id],
    queryFn: async ({ signal }) => (await call("GET StockTake/Get/{id}", { params: { id } }, { signal })).data,
  });
}

export function stockTakeListQuery(id: number, { list, page }: ListFilters) {
  return queryOptions({
    queryKey: ["stock-takes", "list", id, list, page],
    queryFn: ({ signal }) =>
      call(
        "GET StockTake/GetCopies/{id}",
        { params: { id }, query: { list, page, pageSize: stockTakePageSize } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}
