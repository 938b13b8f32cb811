import { largest, limits } from "#contract/catalog/codes.ts";
import { cut } from "#contract/wire/cut.ts";
import { routeId } from "#web/lib/route-id.ts";

export type Field<Value> = {
  /** What it is called there. */
  name: string;
  /** What it is when nothing is asked for; the address then leaves it out. */
  none: Value;
  /** undefined when the text makes no sense: then nothing is asked for. */
  read: (text: string) => Value | undefined;
  /** Default: `String`. */
  write?: (value: Value) => string;
  /** A page leaves nothing out, and another search starts on the first. */
  isPage?: boolean;
  /** An order leaves nothing out either. */
  isSort?: boolean;
  /** How the list's form asks for it. Without one, only links do. */
  input?: FilterInput;
};

export type FilterInput = {
  kind: "search" | "text" | "day" | "choice";
  label: string;
  hint?: string;
  placeholder?: string;
  choices?: readonly { value: string | number; label: string }[];
  /** Folded away in the form. */
  isMore?: boolean;
  /** The name of the day that this one may not be before. */
  notBefore?: string;
};

export type AddressFilters<Filters> = {
  path: string;
  none: Filters;
  read: (search: Pick<URLSearchParams, "get">) => Filters;
  /** `path`: for a search with a part in the path. */
  href: (filters?: Partial<Filters>, path?: string) => string;
  isNarrowed: (filters: Filters) => boolean;
  /** Names a search, whatever its page: as a form's key, it fills the form in again after Back. */
  keyOf: (filters: Filters) => string;
};

/** Declares a list's filters, in the order in which its address has them. */
export function addressFilters<Filters extends object>(
  path: string,
  fields: { [Name in keyof Filters]: Field<Filters[Name]> },
): AddressFilters<Filters> {
  const collect = (valueOf: <Value>(field: Field<Value>) => Value): Filters => {
    const found: Partial<Filters> = {};
    for (const name in fields) found[name] = valueOf(fields[name]);
    const isWhole = (some: Partial<Filters>): some is Filters => Object.keys(fields).every((name) => name in some);
    if (!isWhole(found)) throw new Error(`A filter of ${path} is missing.`);
    return found;
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

/** A text without control characters, and no longer than a line. */
export function plainText(text: string): string {
  return cut(text.replace(/\p{Cc}/gu, " ").trim(), limits.line);
}

/** A code of a list, or a mask of such codes; 0 means all. */
export function codeField(name: string, most: number = largest.smallint): Field<number> {
  const read = (text: string) => [wholeNumber(text)].find((code) => code !== undefined && code <= most);
  return { name, none: 0, read };
}

export function idField(name: string): Field<number> {
  return { name, none: 0, read: routeId };
}

/** One of these choices; `all` is none of them. */
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
