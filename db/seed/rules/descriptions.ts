import { limits } from "#contract/catalog/codes.ts";
import { cut } from "#contract/wire/cut.ts";
import { topicsOf } from "./headings.ts";
import { isGutenberg, isLibrivox, type SourceRow } from "./source-row.ts";

/** Describes a title by its source's facts only: summary, kind, and topics. Begins with the full title if it was shortened. */
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
  if (pages > maxBookletPages) return "A book";
  return pages > maxLeafletPages ? "A booklet" : "A leaflet";
}

const maxLeafletPages = 4;
const maxBookletPages = 48;

/** Returns the authors without the publisher: "James T. Baird, Office of the Surgeon General". */
export function authorOf(row: SourceRow): string {
  const publisher = sameWords(publisherOf(row));
  const names = row.authors
    .map(readableName)
    .filter((name) => name !== "" && !/^(?:various|anonymous|unknown)$/iu.test(name))
    .filter((name) => !publisher.includes(sameWords(name)));
  const distinct = [...new Set(names)];
  const listed = distinct.length > 4 ? [...distinct.slice(0, 3), "and others"] : distinct;
  return cut(listed.join(", "), limits.author);
}

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

const typos: ReadonlyMap<string, string> = new Map([
  ["Alcholism", "Alcoholism"],
  ["Deptartment", "Department"],
  ["Intitutes", "Institutes"],
  ["Admnistration", "Administration"],
  ["Department of Healthy", "Department of Health"],
  [" a& ", " & "],
  ["Servivios", "Servicios"],
  ["Salud Metal", "Salud Mental"],
  ["de Loss EE", "de los EE"],
]);
const typo = new RegExp([...typos.keys()].join("|"), "gu");

/** Returns the publisher's name as a catalog shows it; empty if the source has none. */
export function publisherOf({ publisher }: SourceRow): string {
  const name = publisher
    .replace(/\s*:.*$/u, "") // ": for sale by the Supt. of Docs."
    .replace(/[[\]]/gu, "")
    .replace(/\bDept\./gu, "Department")
    .replace(typo, (word) => typos.get(word) ?? word)
    .trim();
  const isEmpty = /^(?:for sale.*|publisher not identified|The \w+\.?)$/iu.test(name);
  return isEmpty ? "" : cut(name, limits.publisher).trim();
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

/** Returns the length: "22 pages" for "1 online resource (iv, 22 pages)", "7 minutes", "5 hours 38 minutes". */
export function extentOf({ extent }: SourceRow): string {
  const [, hours, minutes] = /^(\d+):(\d+):\d+$/u.exec(extent) ?? /(?:(\d+) hrs?\.?,? ?)?(\d+) min/u.exec(extent) ?? [];
  if (minutes !== undefined) return inWords(Number(hours ?? 0), Number(minutes));
  const seconds = /(\d+) sec/u.exec(extent)?.[1];
  if (seconds !== undefined) return quantity(Number(seconds), "second");
  const pages = pagesOf(extent);
  return pages === 0 ? "" : quantity(pages, "page");
}

function pagesOf(extent: string): number {
  const counts = [...extent.matchAll(/(\d+) (?:unnumbered )?p(?:ages?|\.)/gu)].map((match) => Number(match[1]));
  return counts.reduce((sum, count) => sum + count, 0);
}

function inWords(hours: number, minutes: number): string {
  const whole = hours + Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [whole > 0 ? quantity(whole, "hour") : "", rest > 0 || whole === 0 ? quantity(rest, "minute") : ""]
    .filter(Boolean)
    .join(" ");
}

function quantity(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function sentence(text: string): string {
  return text === "" || /[.!?…]["”)]?$/u.test(text) ? text : `${text}.`;
}
