export const userTypes = { admin: 1, user: 2 } as const;

export const categories = { book: 1, video: 2, audio: 3 } as const;

export const statuses = { undefined: 0, new: 1, processing: 2, shipped: 3, returned: 4, canceled: 5 } as const;

export const installedTerms = "2026-11";

/**
 * Names the version of the terms that an order accepts: the installed one or the number of edits since, and "es" if the
 * borrower read them in Spanish. Edits are kept, so the accepted text can always be looked up.
 */
export const termsVersion = (edits: number, isInSpanish: boolean) =>
  `${installedTerms}${edits === 0 ? "" : ` edit ${edits}`}${isInSpanish ? " es" : ""}`;

/** The maximum values of PostgreSQL's integer types: codes are smallint, ids and masks integer. */
export const largest = { smallint: 32_767, integer: 2_147_483_647 } as const;

/** The limits of the specification, in characters as typed. */
export const limits = {
  title: 150,
  sku: 6,
  userName: 20,
  phoneMin: 10,
  stateMin: 2,
  zipMin: 5,
  quantity: 5,
  /** Our upper bound for a line of text, so that nobody stores a book in a name field. */
  line: 200,
  author: 300,
  publisher: 300,
  extent: 100,
  shelfPlace: 40,
  parts: 1000,
  report: 2000,
  /** Our limits for an item's text fields. */
  description: 10_000,
  twoStepCode: 60,
  tags: 1000,
  /** Our upper bound for prose: descriptions, notes, news. */
  prose: 20_000,
} as const;

/** Strips the # that people type because SKU numbers are displayed with it. */
export const bareSku = (typed: string) => typed.trim().replace(/^#\s*/, "");
