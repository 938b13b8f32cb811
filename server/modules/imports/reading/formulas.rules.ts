// What a spreadsheet would run instead of showing it; with any number of apostrophes before it, so that what was guarded
// once and is guarded again can be told apart.
const formula = /^'*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;

/** A text as a spreadsheet may open it: one that begins like a formula gets an apostrophe. */
export const guarded = (text: string) => (formula.test(text) ? `'${text}` : text);

/** The text that was guarded. */
export const unguarded = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);
