export type Encoding = "UTF-8" | "Windows-1252" | "UTF-16";

/** A row as numbered in a spreadsheet, where the header is row 1; with faults, its cells can't be used. */
export type TableRow = {
  row: number;
  cells: readonly string[];
  faults: readonly { column: string; message: string }[];
};

/** Detects the byte order of UTF-16 by its mark, or by the zeros of plain letters. */
export function utf16Of(head: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (const [at, byte] of head.subarray(0, 512).entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const minZeros = Math.min(head.length, 512) / 8;
  if (head.length < 8 || Math.max(even, odd) < minZeros || Math.min(even, odd) > 0) return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}

export const delimiters = { tab: "\t", semicolon: ";", comma: "," } as const;
export type Delimiter = keyof typeof delimiters;

// in ties, the one that is rarer in column names wins
const candidates: readonly Delimiter[] = ["tab", "semicolon", "comma"];

/** Returns the most frequent delimiter in the first row outside quotation marks. */
export function delimiterOf(text: string): Delimiter {
  const first =
    text
      .trimStart()
      .replace(/"(?:[^"]|"")*"/g, "")
      .split(/[\r\n]/, 1)[0] ?? "";
  const counts = candidates.map((name) => ({ name, count: first.split(delimiters[name]).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.name ?? "comma";
}

// Matches what a spreadsheet would run as a formula, after any number of apostrophes, so that guarding is reversible.
const formula = /^'*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;

/** Adds an apostrophe to a text that a spreadsheet would run as a formula. */
export const guarded = (text: string) => (formula.test(text) ? `'${text}` : text);

export const unguarded = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);
