import { limits } from "./codes.ts";
import { bodyLimits } from "../wire/size-limits.ts";
import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";
import { ownMessages } from "../wire/messages.ts";
import { searchFilters } from "./facets.ts";
import { titleNames, titleShape } from "./title-record.ts";
import {
  flag,
  id,
  idOrAll,
  nameOrAll,
  numberOf,
  pageNumber,
  pageSize,
  text,
  versionRead,
  whole,
} from "../wire/text.ts";

/** The sort orders of a search. Without a choice, a search with text sorts by relevance, any other search by title. */
const sortings = ["relevance", "newest", "title", "borrowed"] as const;
export type Sorting = (typeof sortings)[number];

const sorting = z.optional(nameOrAll(sortings, "must be relevance, newest, title, or borrowed"));

export const category = z.object({ categoryId: z.number(), categoryName: z.string() });
export const subject = z.object({ subjectId: z.number(), subjectName: z.string() });
/** `gradeId` is a power of two, except that the first grade, "All grades", has the full mask. */
export const grade = z.object({ gradeId: z.number(), gradeName: z.string() });
export type Category = z.output<typeof category>;
export type Subject = z.output<typeof subject>;
export type Grade = z.output<typeof grade>;

/**
 * A physical copy. `orderId` is the open order that has the copy; `isAvailableString` is Available, Checked Out, or
 * Inactive.
 */
export const copy = z.object({
  inventoryItemId: z.number(),
  inventoryId: z.number(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  isAvailable: z.boolean(),
  isInactive: z.boolean(),
  inactiveReason: z.nullable(z.string()),
  /** Extension: whether lists hide this inactive copy. */
  isArchived: z.boolean(),
  orderId: z.nullable(z.number()),
  /** Extension: empty when the copy is shelved with its title. */
  shelfLocation: z.string(),
  isAvailableString: z.string(),
  /** Extension: when the copy was last checked out, checked in, or scanned in an inventory count; null when unknown. */
  lastSeenAt: z.nullable(z.string()),
});
export type Copy = z.output<typeof copy>;

/** A title in a list, with its codes both nested and flat. `displayTitle` is shortened at a word boundary for cards. */
export const item = z.object({
  inventoryId: z.number(),
  ...titleShape("answer", titleNames),
  displayTitle: z.string(),
  categoryName: z.string(),
  category,
  subjectName: z.string(),
  subject,
  grades: z.array(grade),
  /** Extension: the language's English name; empty when unknown. */
  languageName: z.string(),
  attachmentUrl: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  /** The available widths of the picture as an `srcset`; null without a picture. */
  attachmentSrcset: z.nullable(z.string()),
  attachment: z.nullable(z.object({ attachmentUrl: z.string() })),
  inStock: z.number(),
  checkedOut: z.number(),
  requestedQty: z.number(),
});
export type Item = z.output<typeof item>;

/** A title with its copies. Only an Admin sees the copies; everyone else gets an empty list and the counts. */
export const itemWithCopies = z.extend(item, {
  version: z.number(),
  /** Extension */
  isArchived: z.boolean(),
  inventoryItems: z.array(copy),
});
export type ItemWithCopies = z.output<typeof itemWithCopies>;

export const getEveryStatus = endpoint("GET Code/GetEveryStatus", {
  access: "anyone",
  answer: { data: z.array(z.object({ statusId: z.number(), statusName: z.string() })) },
});
export const getEverySubject = endpoint("GET Code/GetEverySubject", {
  access: "anyone",
  answer: { data: z.array(subject) },
});
export const getEveryCategory = endpoint("GET Code/GetEveryCategory", {
  access: "anyone",
  answer: { data: z.array(category) },
});
export const getEveryGrade = endpoint("GET Code/GetEveryGrade", { access: "anyone", answer: { data: z.array(grade) } });

export const getRecentItems = endpoint("GET Inventory/GetRecentItems", {
  access: "anyone",
  query: z.object({
    itemCount: z.pipe(
      z.transform((value: number | string | undefined) => (value === undefined || value === "" ? 4 : numberOf(value))),
      whole(1, 50),
    ),
  }),
  answer: { data: z.array(item) },
});

/**
 * Returns the whole catalog, sorted by title. If `includeInStock` is false, returns only titles that are out of stock.
 */
export const getEveryInventory = endpoint("GET Inventory/GetEveryInventory", {
  access: "anyone",
  query: z.object({ includeInStock: z._default(flag, true) }),
  answer: { data: z.array(item) },
});

/** How the server parsed a search. `literalQuery` searches for exactly the typed words, in quotes. */
export const parsedQuery = z.object({
  /** Words that no title has, and their corrections. */
  corrections: z.array(z.object({ typed: z.string(), shown: z.string() })),
  /** The synonyms that the search included, closest first. */
  also: z.array(
    z.object({
      typed: z.string(),
      /** `language` is "" for a word of either language. */
      words: z.array(z.object({ word: z.string(), language: z.enum(["en", "es", ""]) })),
    }),
  ),
  /** Typed words that became filters. `without` is the search text without the filter; `id` is 0 for a language. */
  filters: z.array(
    z.object({
      kind: z.enum(["category", "grade", "language", "subject"]),
      id: z.number(),
      name: z.string(),
      typed: z.string(),
      without: z.string(),
    }),
  ),
  /** Words that the search made optional because few or no titles have all of them. */
  omittedWords: z.array(z.string()),
  /** Words that no title has, which the search left out. */
  unknownWords: z.array(z.string()),
  /** The format that the search names, if no title in it matches and the results have other formats; else "". */
  missingFormat: z.string(),
  literalQuery: z.string(),
});
export type ParsedQuery = z.output<typeof parsedQuery>;

/**
 * Searches the catalog. An id that is 0 or empty matches everything; grades match when their masks share a bit. Without
 * `page`, the call returns every result. Extensions: `page` and `pageSize` select a page of the in-stock titles
 * followed by the out-of-stock ones; `inStockOnly` or `outOfStockOnly` empties the other list; `sort` sorts both lists.
 * The totals always count both lists. Facet values work as filters, and `parsedQuery` is present when the search did
 * more than match the typed words.
 */
export const getInventoryBySearchParams = endpoint("GET Inventory/GetInventoryBySearchParams", {
  access: "anyone",
  query: z.object({
    ...searchFilters,
    sort: sorting,
    page: pageNumber,
    pageSize,
  }),
  answer: {
    data: z.object({
      searchInStockResults: z.array(item),
      searchOutOfStockResults: z.array(item),
      inStockTotal: z.number(),
      outOfStockTotal: z.number(),
      parsedQuery: z.optional(parsedQuery),
    }),
  },
});
export type SearchResults = z.output<(typeof getInventoryBySearchParams)["answer"]["data"]>;

export const getInventory = endpoint("GET Inventory/Get/{id}", {
  access: "anyone",
  params: { id },
  answer: { data: itemWithCopies },
});

/** Returns a physical copy with its title. Only an Admin may see copies. */
export const getInventoryItemById = endpoint("GET Inventory/GetInventoryItemById/{id}", {
  access: "volunteer",
  params: { id },
  answer: { data: z.extend(copy, { inventory: item }) },
});

const reference = (key: string) => z.optional(z.nullable(z.object({ [key]: z.optional(idOrAll) })));

export const inactiveReasons = ["inspection", "repair", "lost", "damaged", "retired"] as const;

/** A title to save. Category, subject, and attachment may be nested or flat. */
export const itemBody = z.object({
  inventoryId: z._default(idOrAll, 0),
  ...titleShape("sent", titleNames),
  category: reference("categoryId"),
  subject: reference("subjectId"),
  version: versionRead,
  /** The SKU number of the copy to add (AddReferenceNumber); defaults to the title's. */
  skuNumber: z.optional(text()),
  /** Extension: how many copies AddReferenceNumber adds, 1 to 50. */
  copies: z._default(whole(1, 50), 1),
  inventoryItems: z.optional(
    z.array(
      z.object({
        inventoryItemId: id,
        isInactive: z.boolean(),
        inactiveReason: z.optional(z.nullable(z.enum(inactiveReasons))),
        shelfLocation: z.optional(text(limits.shelfLocation)),
      }),
    ),
  ),
});

export const itemRules = z.object({
  ...titleShape("rule", titleNames),
  skuNumber: z.optional(z.string().check(z.maxLength(limits.sku, ownMessages.tooLong("SKU Number", limits.sku)))),
});

const saveItemCall = {
  access: "clerk",
  body: itemBody,
  bodyBytes: bodyLimits.withCopies,
  answer: { id: z.number(), data: itemWithCopies },
} as const;

/** Adds a title, or saves the one with the given `inventoryId`. */
export const saveInventory = endpoint("POST Inventory/SaveInventory", saveItemCall);

export const updateInventory = endpoint("POST Inventory/UpdateInventory/{id}", { ...saveItemCall, params: { id } });

/** Saves or creates the title in the body and adds a copy. `id` is the title's, `data` the first new copy. */
export const addReferenceNumber = endpoint("POST Inventory/AddReferenceNumber", {
  access: "clerk",
  body: itemBody,
  bodyBytes: bodyLimits.withCopies,
  answer: { id: z.number(), data: copy },
});

export const minSuggestLength = 2;

const suggestedTitle = z.object({
  inventoryId: z.number(),
  title: z.string(),
  language: z.string(),
  category,
  subjectName: z.string(),
  attachmentUrl: z.nullable(z.string()),
  attachmentSrcset: z.nullable(z.string()),
});
export type SuggestedTitle = z.output<typeof suggestedTitle>;

const suggestions = z.object({
  subjects: z.array(subject),
  titles: z.array(suggestedTitle),
  /** The corrected text, if nothing matches the text as typed; subjects and titles then match the correction. */
  correction: z.optional(z.string()),
});
export type Suggestions = z.output<typeof suggestions>;

/**
 * Extension: suggests subjects and titles while someone types. Returns up to three subjects that have a word starting
 * with the text in either language, and up to six titles, with those that start with the text first. A text of one
 * character gets no suggestions.
 */
export const getSuggestions = endpoint("GET Inventory/GetSuggestions", {
  access: "anyone",
  query: z.object({ text: z._default(text(), "") }),
  answer: { data: suggestions },
});
