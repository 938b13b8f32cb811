import { cut } from "#contract/wire/cut.ts";
import { inactiveReasons } from "#contract/catalog/catalog.ts";
import { bareSku } from "#contract/catalog/codes.ts";

/** A copy's differences from its title: its own SKU and shelf location (null for the title's), and its inactive reason. */
export type CopyDetail = {
  number: number;
  sku: string | null;
  shelfLocation: string | null;
  isInactive: boolean;
  reason: string | null;
};

const plain = /^[^\s",:;#]+$/;
const quoted = (text: string) => (plain.test(text) ? text : JSON.stringify(text));

/** Formats copies in one cell, "2: lost; 3: SKU B12345, shelf A3, inactive", without copies like their title. */
export function writeCopyDetails(copies: readonly CopyDetail[]): string {
  return copies
    .flatMap(({ number, sku, shelfLocation, isInactive, reason }) => {
      const words = [
        ...(sku === null ? [] : [`SKU ${quoted(sku)}`]),
        ...(shelfLocation === null ? [] : [`shelf ${quoted(shelfLocation)}`]),
        ...(isInactive ? [reason ?? "inactive"] : []),
      ];
      return words.length === 0 ? [] : [`${number}: ${words.join(", ")}`];
    })
    .join("; ");
}

const number = /\s*(\d{1,4})\s*:\s*/y;
const word = /(?:(sku|shelf)\s*("(?:[^"\\]|\\.)*"|[^\s",:;]+)|([a-z]+))\s*/iy;
const separator = /([;,])\s*/y;

/** Parses such a cell, or returns the part that can't be parsed. */
export function readCopyDetails(cell: string): CopyDetail[] | { unread: string } {
  const details: CopyDetail[] = [];
  const text = cell.trim();
  let place = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = place;
    const match = pattern.exec(text);
    if (match) place = pattern.lastIndex;
    return match;
  };
  while (place < text.length) {
    const failure = { unread: cut(text.slice(place), 40) };
    const head = take(number);
    const words = head && wordsOf(take);
    if (!words || Number(head[1]) < 1) return failure;
    const detail = { number: Number(head[1]), ...words };
    if (details.some((other) => other.number === detail.number)) return failure;
    if (place < text.length && take(separator)?.[1] !== ";") return failure;
    details.push(detail);
  }
  return details.toSorted((a, b) => a.number - b.number);
}

function wordsOf(take: (pattern: RegExp) => RegExpExecArray | null): Omit<CopyDetail, "number"> | undefined {
  const detail: Omit<CopyDetail, "number"> = { sku: null, shelfLocation: null, isInactive: false, reason: null };
  for (;;) {
    const [, kind, text = "", state] = take(word) ?? [];
    const value = text.startsWith('"') ? unquoted(text) : text;
    if (kind?.toLowerCase() === "sku") detail.sku = text.startsWith('"') ? value : bareSku(value);
    else if (kind !== undefined) detail.shelfLocation = value.trim();
    else if (state === undefined || !isState(state)) return undefined;
    else if (state.toLowerCase() !== "active") {
      detail.isInactive = true;
      detail.reason = state.toLowerCase() === "inactive" ? null : state.toLowerCase();
    }
    if (unstorable.test(`${detail.sku}${detail.shelfLocation}`) || detail.shelfLocation === "") return undefined;
    if (!take(/,\s*/y)) return detail;
  }
}

const unstorable = /[\0\uD800-\uDFFF]/u; // PostgreSQL can't store these, even escaped between quotation marks

const isState = (word: string) =>
  ["active", "inactive", ...inactiveReasons].some((state) => state === word.toLowerCase());

function unquoted(sku: string): string {
  try {
    return String(JSON.parse(sku));
  } catch {
    return sku.slice(1, -1); // a stray backslash is literal
  }
}
