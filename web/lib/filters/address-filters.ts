import { largest, limits } from "#contract/catalog/codes.ts";
import { cut } from "#contract/wire/cut.ts";

export type Field<Value> = {
  /** The name in the address. */
  name: string;
  /** The value without a filter, which the address leaves out. */
  none: Value;
  /** Returns undefined for an invalid text, which counts as no filter. */
  read: (text: string) => Value | undefined;
  /** `String` by default. */
  write?: (value: Value) => string;
  /** Pages don't narrow a list, and a new search starts on the first. */
  isPage?: boolean;
  /** Sorting doesn't narrow a list, either. */
  isSort?: boolean;
  /** The input in the list's form. Without one, only links set the filter. */
  input?: FilterInput;
};

export type FilterInput = {
  kind: "search" | "text" | "day" | "choice";
  label: string;
  hint?: string;
  placeholder?: string;
  choices?: readonly { value: string | number; label: string }[];
  /** Collapsed in the form. */
  isMore?: boolean;
  /** The name of the earliest date's field. */
  notBefore?: string;
};

export type AddressFilters<Filters> = {
  path: string;
  none: Filters;
  read: (search: Pick<URLSearchParams, "get">) => Filters;
  /** Pass `path` for a search that is partly in the path. */
  href: (filters?: Partial<Filters>, path?: string) => string;
  isNarrowed: (filters: Filters) => boolean;
  /** Identifies a search, whatever its page: as a form's key, it refills the form after Back. */
  keyOf: (filters: Filters) => string;
};

/** Declares a list's filters, in the order in which its address has them. */
export function addressFilters<Filters extends object>(
  path: string,
  fields: { [Name in keyof Filters]: Field<Filters[Name]> },
): AddressFilters<Filters> {
  const collect = (valueOf: <Value>(field: Field<Value>) => Value): Filters => {
    const values: Partial<Filters> = {};
    for (const name in fields) values[name] = valueOf(fields[name]);
    const isComplete = (part: Partial<Filters>): part is Filters => Object.keys(fields).every((name) => name in part);
    if (!isComplete(values)) throw new Error(`A filter of ${path} is missing.`);
    return values;
  };
  const searchOf = (
    filters: Partial<Filters>,
    counts: (field: Pick<Field<unknown>, "isPage" | "isSort">) => boolean = () => true,
  ) => {
    const search = new URLSearchParams();
    for (const name in fields) {
      const field = fields[name];
      const { none, write = String, name: key } = field;
      const value = filters[name];
      if (value === undefined || !counts(field)) continue;
      const text = write(value);
      if (text !== write(none)) search.set(key, text);
    }
    return search;
  };
  return {
    path,
    none: collect(({ none }) => none),
    read: (search) =>
      collect(({ name, none, read }) => {
        const text = search.get(name);
        return text === null ? none : (read(text) ?? none);
      }),
    href: (filters = {}, at = path) => {
      const search = searchOf(filters);
      return search.size > 0 ? `${at}?${search}` : at;
    },
    isNarrowed: (filters) => searchOf(filters, ({ isPage, isSort }) => !isPage && !isSort).size > 0,
    keyOf: (filters) => String(searchOf(filters, ({ isPage }) => !isPage)),
  };
}

export function textField(name: string, input?: FilterInput): Field<string> {
  return { name, none: "", read: plainText, write: plainText, ...(input && { input }) };
}

/** Removes control characters, and cuts to the length of a line. */
export function plainText(text: string): string {
  return cut(text.replace(/\p{Cc}/gu, " ").trim(), limits.line);
}

/** Declares a code, or a mask of codes; 0 means all. */
export function codeField(name: string, max: number = largest.smallint): Field<number> {
  const read = (text: string) => {
    const code = wholeNumber(text);
    return code !== undefined && code <= max ? code : undefined;
  };
  return { name, none: 0, read };
}

export function idField(name: string): Field<number> {
  return { name, none: 0, read: routeId };
}

/** Declares one of these choices; `all` is the value without a filter. */
export function choiceField<Value extends string | number>(name: string, all: Value, choices: readonly Value[]) {
  const read = (text: string) => choices.find((choice) => String(choice) === text);
  return { name, none: all, read } satisfies Field<Value>;
}

export function pageField(name = "page"): Field<number> {
  return { name, none: 1, read: (text) => wholeNumber(text) || undefined, isPage: true };
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

/** Returns the id in an address, undefined if invalid. */
export function routeId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= largest.integer
    ? Number(text)
    : undefined;
}
