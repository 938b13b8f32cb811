import { answerQuery, dataQuery } from "#web/lib/queries.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
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
  return answerQuery(["borrowers", "list", filters], (context) => call("GET Borrowers/Search", { query }, context), {
    keepPrevious: true,
  });
}

export const borrowerPageQuery = (id: number) =>
  dataQuery(["borrowers", "one", id], (context) => call("GET Borrowers/Get/{id}", { params: { id } }, context));

export const colleaguesQuery = (id: number, searchString: string) =>
  dataQuery(["borrowers", "colleagues", id, searchString], (context) =>
    call("GET Borrowers/GetColleagues/{id}", { params: { id }, query: { searchString } }, context),
  );

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
