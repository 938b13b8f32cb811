import { limits } from "#contract/catalog/codes.ts";
import { cut } from "#contract/wire/cut.ts";
import { topicsOf } from "./headings.ts";
import { isGutenberg, isLibrivox, type SourceRow } from "./source-row.ts";

/**
 * A description made only of the source's facts: its own summary if it is in the public domain, then what it is, and
 * what about. `fullTitle` is given when the title was shortened.
 */
export function describe(row: SourceRow, fullTitle?: string): string {
  const topics = topicsOf(row);
  const parts = [
    fullTitle === undefined ? "" : sentence(fullTitle),
    sentence(cleanSummary(row.description)),
    sentence(kindOf(row)),
    topics === "" ? "" : sentence(`Topics: ${topics}`),
    row.language === "spa" ? "In Spanish." : "",
    isGutenberg(row) ? `Free to read online at www.gutenberg.org/ebooks/${row.id.slice(2)}.` : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function kindOf(row: SourceRow): string {
  if (isLibrivox(row)) return "A recording of the text, read aloud by volunteers of LibriVox";
  if (row.category !== "Book") return row.category === "Video" ? "A video" : "A recording";
  const pages = pagesOf(row.extent);
  if (pages === 0) return "";
  if (pages > maxOfABooklet) return "A book";
  return pages > maxOfALeaflet ? "A booklet" : "A leaflet";
}

const maxOfALeaflet = 4; // pages
const maxOfABooklet = 48;

/** Those who made it, "James T. Baird, Office of the Surgeon General", without who also published it. */
export function authorOf(row: SourceRow): string {
  const publisher = sameWords(publisherOf(row));
  const names = row.authors
    .map(readableName)
    .filter((name) => name !== "" && !/^(?:various|anonymous|unknown)$/iu.test(name))
    .filter((name) => !publisher.includes(sameWords(name)));
  const distinct = [...new Set(names)];
  const shown = distinct.length > 4 ? [...distinct.slice(0, 3), "and others"] : distinct;
  return cut(shown.join(", "), limits.author);
}

/** The source's summary without the cataloger's note on its origin. */
function cleanSummary(raw: string): string {
  let text = raw
    .replace(/^\(Producer\)\s*/u, "")
    .replace(/["”]?\s*--\s*(?:\p{Lu}|p\. ?\[?\d)[^.]{0,60}\.?$/u, "")
    .replace(/\s+--\s+/gu, "; ")
    .replace(/\s+/gu, " ")
    .trim();
  if ((text.match(/"/gu) ?? []).length % 2 === 1) text = text.replace('"', "");
  return text;
}

/** The publisher's name as a catalog shows it; empty when the source has none. */
export function publisherOf({ publisher }: SourceRow): string {
  const name = publisher
    .replace(/\s*:.*$/u, "") // ": for sale by the Supt. of Docs."
    .replace(/[[\]]/gu, "")
    .replace(/\bDept\./gu, "Department")
    .trim();
  const saysNothing = /^(?:for sale.*|publisher not identified|The \w+\.?)$/iu.test(name);
  return saysNothing ? "" : cut(name, limits.publisher).trim();
}

/** "Baird, James T" is James T. Baird; "United States. Public Health Service. Office X" is Office X of its service. */
function readableName(raw: string): string {
  const plain = raw.replace(/\s*\([^)]*\)/gu, "").trim();
  const person = /^(\p{Lu}[\p{L}'’ -]*), (\p{Lu}[\p{L}.'’ -]*)(?:, [^,]*)?$/u.exec(plain);
  if (person && !/\b(?:and|of|for|Office|Center|National)\b/u.test(plain)) {
    return `${person[2]} ${person[1]}`.replace(/(?<= \p{Lu})(?= )/gu, ".");
  }
  return plain.split(/(?<!\b\p{Lu})\. /u).at(-1) ?? plain;
}

/** Normalizes "Family & Youth Services Bureau" to "the Family and Youth Services Bureau". */
function sameWords(name: string): string {
  return name
    .replaceAll("&", "and")
    .replace(/^the |[,.]/gu, "")
    .toLowerCase();
}

/** How long it is: "22 pages" of "1 online resource (iv, 22 pages)", "7 minutes", "5 hours 38 minutes". */
export function extentOf({ extent }: SourceRow): string {
  const [, hours, minutes] = /^(\d+):(\d+):\d+$/u.exec(extent) ?? /(?:(\d+) hrs?\.?,? ?)?(\d+) min/u.exec(extent) ?? [];
  if (minutes !== undefined) return inWords(Number(hours ?? 0), Number(minutes));
  const seconds = /(\d+) sec/u.exec(extent)?.[1];
  if (seconds !== undefined) return counted(Number(seconds), "second");
  const pages = pagesOf(extent);
  return pages === 0 ? "" : counted(pages, "page");
}

function pagesOf(extent: string): number {
  const counts = [...extent.matchAll(/(\d+) (?:unnumbered )?p(?:ages?|\.)/gu)].map((found) => Number(found[1]));
  return counts.reduce((sum, count) => sum + count, 0);
}

function inWords(hours: number, minutes: number): string {
  const whole = hours + Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [whole > 0 ? counted(whole, "hour") : "", rest > 0 || whole === 0 ? counted(rest, "minute") : ""]
    .filter(Boolean)
    .join(" ");
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function sentence(text: string): string {
  return text === "" || /[.!?…]["”)]?$/u.test(text) ? text : `${text}.`;
}
