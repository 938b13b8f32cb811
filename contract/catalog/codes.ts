export const userTypes = { admin: 1, user: 2 } as const;

export const categories = { book: 1, video: 2, audio: 3 } as const;

export const statuses = { undefined: 0, new: 1, processing: 2, shipped: 3, returned: 4, canceled: 5 } as const;

export const installedTerms = "2026-11";

/**
 * Returns the version of the terms that an order accepts: the installed version, followed by the number of edits, if
 * any, and by "es" if the borrower read the Spanish text. Every edit is stored, so staff can always look up the
 * accepted text.
 */
export const termsVersion = (edits: number, isInSpanish: boolean) =>
  `${installedTerms}${edits === 0 ? "" : ` edit ${edits}`}${isInSpanish ? " es" : ""}`;

/** The maximum values of PostgreSQL's integer types: codes are smallint, ids and masks integer. */
export const largest = { smallint: 32_767, integer: 2_147_483_647 } as const;

/** The limits that the specification sets, in characters as typed. */
export const limits = {
  title: 150,
  sku: 6,
  userName: 20,
  phoneMin: 10,
  stateMin: 2,
  zipMin: 5,
  quantity: 5,
  /** Our limit for the name of a person or a school. The directory may have longer ones. */
  name: 60,
  /** Our limit for a line of text, so that nobody stores a book in a name field. */
  line: 200,
  author: 300,
  publisher: 300,
  extent: 100,
  shelfLocation: 40,
  parts: 1000,
  report: 2000,
  /** Our limits for a title's text fields. */
  description: 10_000,
  twoStepCode: 60,
  tags: 1000,
  /** Our limit for prose: descriptions, notes, news. */
  prose: 20_000,
} as const;

/** Strips the # that people type because SKU numbers appear with it. */
export const bareSku = (typed: string) => typed.trim().replace(/^#\s*/, "");

/** A search that finds fewer titles is relaxed, and the page lists topics close to it. */
export const minMatches = 10;
