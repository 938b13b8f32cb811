import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type BorrowerSort, borrowerSorts, borrowerStates } from "#contract/borrowers/borrowers.ts";
import { call } from "#web/lib/call.ts";
import { addressFilters, choiceField, pageField, textField } from "#web/lib/filters/address-filters.ts";

/** The filters of the borrowers; empty means all. */
export type BorrowerFilters = {
  text: string;
  county: string;
  state: (typeof borrowerStates)[number] | "";
  sort: BorrowerSort;
  page: number;
};

export const borrowerPageSize = 25;

export const borrowerFilters = addressFilters<BorrowerFilters>("/admin/borrowers", {
  text: textField("q"),
  county: textField("county"),
  state: choiceField("state", "", ["", ...borrowerStates]),
  sort: choiceField<BorrowerSort>("sort", "name", borrowerSorts),
  page: pageField(),
});

/** The filters as the calls take them. */
export const queryOf = ({ text: searchString, county, state, sort }: BorrowerFilters) => ({
  searchString,
  county,
  state,
  sort,
});

export function borrowerListQuery(filters: BorrowerFilters) {
  const query = { ...queryOf(filters), page: filters.page, pageSize: borrowerPageSize };
  return queryOptions({
    queryKey: ["borrowers", "list", filters],
    queryFn: ({ signal }) => call("GET Borrowers/Search", { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function borrowerPageQuery(id: number) {
  return queryOptions({
    queryKey: ["borrowers", "one", id],
    queryFn: async ({ signal }) => (await call("GET Borrowers/Get/{id}", { params: { id } }, { signal })).data,
  });
}

export function colleaguesQuery(id: number, searchString: string) {
  return queryOptions({
    queryKey: ["borrowers", "colleagues", id, searchString],
    queryFn: async ({ signal }) =>
      (await call("GET Borrowers/GetColleagues/{id}", { params: { id }, query: { searchString } }, { signal })).data,
  });
}

/** Changes a borrower, after which lists and pages of borrowers, orders, and mails may be other. */
export function useBorrowerChange<Sent, Got>(
  send: (sent: Sent) => Promise<Got>,
  done: string | undefined,
  { isOfForm = false } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    meta: { ...(done !== undefined && { done }), ownFaults: isOfForm },
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [subject] }) => ["borrowers", "orders", "mail", "cases"].includes(String(subject)),
      }),
  });
}
