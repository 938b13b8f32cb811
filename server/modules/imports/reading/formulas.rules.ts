// What a spreadsheet would run as a formula, with any number of apostrophes before it, so that guarding twice can be
// told apart.
const formula = /^'*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;

/** Guards a text for spreadsheets: one that starts like a formula gets an apostrophe. */
export const guarded = (text: string) => (formula.test(text) ? `'${text}` : text);

export const unguarded = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);
