import { limits } from "#contract/codes.ts";
import { topicsOf } from "./headings.ts";
import { isLibrivox, type SourceRow } from "./source-row.ts";

/**
 * A description made only of the source's facts: its own summary if it is in the public domain, then topics, authors,
 * publisher, year, extent, and language. `fullTitle` is given when the title was shortened.
 */
export function describe(row: SourceRow, fullTitle?: string): string {
  const facts = isLibrivox(row) ? recordingFacts(row) : publicationFacts(row);
  const topics = topicsOf(row);
  const parts = [
    fullTitle === undefined ? "" : sentence(fullTitle),
    sentence(cleanSummary(row.description)),
    ...(isLibrivox(row) ? facts : []),
    topics === "" ? "" : sentence(`Topics: ${topics}`),
    ...(isLibrivox(row) ? [] : facts),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function publicationFacts(row: SourceRow): string[] {
  const publisher = withArticle(publisherOf(row));
  const authors = row.authors
    .map(readableName)
    .filter((name) => name !== "" && !sameWords(publisher).includes(sameWords(name)));
  const published = [publisher, row.year].filter((part) => part !== "").join(", ");
  return [
    authors.length === 0 ? "" : sentence(`By ${nameList([...new Set(authors)])}`),
    published === "" ? "" : sentence(publisher === "" ? `Published in ${row.year}` : `Published by ${published}`),
    sentence(readableExtent(row.extent)),
    row.language === "spa" ? "In Spanish." : "",
  ];
}

function recordingFacts(row: SourceRow): string[] {
  const names = row.authors.filter((name) => !/^(?:various|anonymous|unknown)$/iu.test(name));
  const by =
    names.length > 0 ? nameList(names) : row.authors.includes("Various") ? "various authors" : "an unknown author";
  const length = runningTime(row.extent);
  return [
    sentence(
      `A recording of the text by ${by}${row.year === "" ? "" : `, published in ${row.year}`}, read aloud by volunteers of LibriVox`,
    ),
    length === "" ? "" : `Running time: ${length}.`,
  ];
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
  return saysNothing ? "" : name.slice(0, limits.publisher).trim();
}

const agency =
  /^(?:U\.?S\.? |United States |Department |National |Office |Centers? |Agency |Federal |Administration |Bureau |Division |Occupational |Substance Abuse and Mental |Food and |Drug |Social Security |Consumer |Family (?:and|&) |Presidential |Indian Health |Veterans |Women's Bureau|Civil Rights )/u;

/** "Published by the National Park Service": English names of agencies take an article. */
function withArticle(name: string): string {
  return agency.test(name) ? `the ${name}` : name.replace(/^The (?=\p{Lu}\w+ )/u, "the ");
}

/** "Baird, James T" is James T. Baird; "United States. Public Health Service. Office X" is Office X of its service. */
function readableName(raw: string): string {
  const plain = raw.replace(/\s*\([^)]*\)/gu, "").trim();
  const person = /^(\p{Lu}[\p{L}'’ -]*), (\p{Lu}[\p{L}.'’ -]*)(?:, [^,]*)?$/u.exec(plain);
  if (person && !/\b(?:and|of|for|Office|Center|National)\b/u.test(plain)) {
    return `${person[2]} ${person[1]}`.replace(/(?<= \p{Lu})(?= )/gu, ".");
  }
  return withArticle(plain.split(/(?<!\b\p{Lu})\. /u).at(-1) ?? plain);
}

/** Normalizes "Family & Youth Services Bureau" to "the Family and Youth Services Bureau". */
function sameWords(name: string): string {
  return name
    .replaceAll("&", "and")
    .replace(/^the |[,.]/gu, "")
    .toLowerCase();
}

function nameList(names: readonly string[]): string {
  const between = names.some((name) => name.includes(",")) ? "; " : ", ";
  if (names.length > 4) return `${names.slice(0, 3).join(between)} and others`;
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(between)} and ${last}`;
}

/** "1 online resource (iv, 22 pages)" is 22 pages, "1 videodisc (7 min., 36 sec.)" lasts 7 minutes. */
function readableExtent(extent: string): string {
  const time = /(?:(\d+) hrs?\.?,? ?)?(?:(\d+) min)/u.exec(extent);
  if (time) return `Running time: ${inWords(Number(time[1] ?? 0), Number(time[2]))}`;
  const seconds = /(\d+) sec/u.exec(extent);
  if (seconds) return `Running time: ${seconds[1]} seconds`;
  const counts = [...extent.matchAll(/(\d+) (?:unnumbered )?pages?/gu)].map((found) => Number(found[1]));
  const pages = counts.reduce((sum, count) => sum + count, 0);
  return pages === 0 ? "" : counted(pages, "page");
}

function runningTime(extent: string): string {
  const [hours, minutes] = extent.split(":").map(Number);
  return hours === undefined || minutes === undefined || !/^\d+:\d+:\d+$/u.test(extent) ? "" : inWords(hours, minutes);
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
