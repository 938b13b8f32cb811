import { keepPreviousData, type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { addressFilters, choiceField, type Field, type FilterInput, textField } from "./address-filters.ts";
import { ownMessages } from "#contract/wire/messages.ts";

export type ListField<Filters> = FilterInput & { name: string; filter: keyof Filters & string };

type ListOptions<Filters, Answer> = {
  path: string;
  /** The filters, in the order of the address and the form, by the names of the call. */
  filters: { [Name in keyof Filters]: Field<Filters[Name]> };
  key: QueryKey;
  ask: (query: Filters & { pageSize: number }, context: { signal: AbortSignal }) => Promise<Answer>;
  pageSize?: number | ((filters: Filters) => number);
  /** Milliseconds until the page is refetched. */
  poll?: (answer: Answer | undefined) => number | false;
  settle?: (next: Filters, previous: Filters) => Filters;
};

export type List<Filters extends { page: number }, Answer> = ReturnType<typeof list<Filters, Answer>>;

export const searchField = (name: string, label: string, texts: Pick<FilterInput, "hint" | "placeholder"> = {}) =>
  textField(name, { kind: "search", label, ...texts });

/** Declares a choice; the first one means no filter. */
export function selectField<const Value extends string>(
  name: string,
  label: string,
  choices: readonly [Choice<Value>, ...Choice<Value>[]],
): Field<Value> {
  const values = choices.map(({ value }) => value);
  return { ...choiceField<Value>(name, choices[0].value, values), input: { kind: "choice", label, choices } };
}

export const sortField: typeof selectField = (...field) => ({ ...selectField(...field), isSort: true });

type Choice<Value> = { value: Value; label: string };

export function choicesOf<Value extends string>(words: Readonly<Record<Value, string>>): Choice<Value>[] {
  const isChoice = (value: string): value is Value => Object.hasOwn(words, value);
  return Object.keys(words)
    .filter(isChoice)
    .map((value) => ({ value, label: words[value] }));
}

export const startField = (): Field<string> => ({ ...dayField("from"), input: { kind: "day", label: "Start date" } });

export const endField = (): Field<string> => ({
  ...dayField("to"),
  input: { kind: "day", label: "End date", notBefore: "from" },
});

/** Declares a paged list, with its filters in the address and in its form. */
export function list<Filters extends { page: number }, Answer>(options: ListOptions<Filters, Answer>) {
  const { path, filters: fields, key, ask, pageSize = 25, poll, settle = (next) => next } = options;
  const address = addressFilters(path, fields);
  const inputs: ListField<Filters>[] = [];
  for (const filter in fields) {
    const { name, input } = fields[filter];
    if (input) inputs.push({ ...input, name, filter });
  }
  const sizeOf = typeof pageSize === "number" ? () => pageSize : pageSize;
  const searchOf = (filters: Partial<Filters>) => new URLSearchParams(address.href(filters).split("?")[1]);
  /** Returns the name and error of an end date before its start date. */
  const trouble = (filters: Filters) => {
    const search = searchOf(filters);
    for (const { name, notBefore } of inputs) {
      const words =
        notBefore && dateRangeError({ startDate: search.get(notBefore) ?? "", endDate: search.get(name) ?? "" });
      if (words) return { name, words };
    }
    return undefined;
  };
  const query = (filters: Filters) =>
    queryOptions<Answer>({
      queryKey: [...key, filters],
      queryFn: (context) => ask({ ...filters, pageSize: sizeOf(filters) }, context),
      placeholderData: keepPreviousData,
      staleTime: 0,
      enabled: !trouble(filters),
      ...(poll && { refetchInterval: ({ state: { data } }) => poll(data) }),
    });
  return {
    ...address,
    query,
    /** Starts the list's query, for the table of pages. */
    preload: (client: QueryClient, { url }: { url: URL }) => {
      const filters = address.read(url.searchParams);
      return trouble(filters) ? [] : [client.query(query(filters))];
    },
    ask,
    fields: inputs,
    sizeOf,
    trouble,
    /** Reads a form. Filters without an input stay, and the list starts on its first page. */
    chosenBy: (form: URLSearchParams, previous: Filters) => {
      const search = searchOf(previous);
      for (const { isPage, name } of Object.values<Pick<Field<unknown>, "isPage" | "name">>(fields))
        if (isPage) search.delete(name);
      for (const [name, value] of form) search.set(name, value);
      return settle(address.read(search), previous);
    },
  };
}

/** Declares a day as date inputs write it; empty means no bound. */
export function dayField(name: string): Field<string> {
  const read = (text: string) => {
    if (!/^(?:19|2\d)\d\d-\d\d-\d\d$/.test(text)) return undefined;
    const instant = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) ? text : undefined;
  };
  return { name, none: "", read };
}

export function dateRangeError({ startDate, endDate }: { startDate: string; endDate: string }): string | undefined {
  return startDate && endDate && endDate < startDate ? ownMessages.dateOrder : undefined;
}
