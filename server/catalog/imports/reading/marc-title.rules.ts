import { isMoney, moneyText } from "#contract/wire/money.ts";
import { cut } from "#contract/wire/cut.ts";
import { areParts, partsText } from "#contract/catalog/parts.ts";
import { languageTag } from "#contract/catalog/title-languages.ts";
import { limits } from "#contract/catalog/codes.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { isbn13 } from "#server/catalog/isbn/isbn.rules.ts";
import { gradesInText } from "./grades.rules.ts";
import type { MarcField, MarcRecord, ReadRecord } from "./marc-record.rules.ts";
import type { Choices } from "./names.rules.ts";

const fieldsOf = (record: MarcRecord, tags: readonly string[]) => record.fields.filter(({ tag }) => tags.includes(tag));

const textOf = (field: MarcField | undefined, codes: string) =>
  (field?.subfields ?? [])
    .filter(([code]) => codes.includes(code))
    .map(([, text]) => text.trim())
    .join(" ");

/** Strips the punctuation that catalogers add before another part. */
const withoutEnd = (text: string) =>
  withoutLast(text, " /:;,=")
    .replace(/ ([:;,])/g, "$1")
    .trim();

/**
 * Strips these characters from the end. A regular expression would take quadratic time for a record with thousands of
 * them.
 */
function withoutLast(text: string, characters: string): string {
  let length = text.length;
  while (length > 0 && characters.includes(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}

export function titleOf(record: MarcRecord): string {
  const title = withoutEnd(textOf(fieldsOf(record, ["245"])[0], "abnp"));
  return /[^.]\.$/u.test(title) && !/\b\p{L}{1,3}\.$/u.test(title) ? title.slice(0, -1) : title;
}

/** The local field of our exports, for what other fields can't hold, and the mark that identifies it as ours. */
export const [ownField, ownMark] = ["990", "lending-library"];

/** Returns the values that an export wrote, by the field of an import; long ones are in several fields. */
export function ownValues(record: MarcRecord): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { subfields } of fieldsOf(record, [ownField])) {
    const { 2: mark, a: name = "", b: text = "" }: Record<string, string> = Object.fromEntries(subfields);
    if (mark === ownMark) values.set(name, (values.get(name) ?? "") + text);
  }
  return values;
}

const maxNameLength = 80;

/** Explains why a record can't become a title, with its title if it's known; undefined if it may. */
export function faultOf(record: ReadRecord): string | undefined {
  const { leader, fields, isDamaged } = record;
  const unimarc = textOf(fieldsOf(record, ["200"])[0], "a");
  const title = cut(titleOf(record) || unimarc, maxNameLength).trim();
  if (isDamaged) return importMessages.marcDamaged(title);
  if (fields.length === 0) return importMessages.marcEmpty;
  if (leader.charAt(5) === "d") return importMessages.marcDeleted(title);
  const why = otherRecords[leader.charAt(6)] ?? (/[ab]/.test(leader.charAt(7)) ? part : undefined);
  if (why !== undefined) return importMessages.marcNoTitle(title, why);
  return unimarc !== "" && fieldsOf(record, ["245"]).length === 0 ? importMessages.unimarc(title) : undefined;
}

const copies = "lists copies and doesn’t describe their title";
const part = "describes only part of a title, such as an article";

/** Why a record isn't bibliographic, by the type in the leader. */
const otherRecords: Record<string, string> = {
  z: "is about a name or a subject, not a title",
  u: copies,
  v: copies,
  x: copies,
  y: copies,
  w: "is about a classification number, not a title",
  q: "is about a person, an organization, or an event, not a title",
};

/** Returns the summary, or the facts of a record without one: author, publication, and length. */
export function descriptionOf(record: MarcRecord): string {
  const summary = fieldsOf(record, ["520"])
    .map((field) => textOf(field, "ab"))
    .filter((text) => text !== "");
  if (summary.length > 0) return summary.join("\n");
  const facts = [
    textOf(fieldsOf(record, ["245"])[0], "c"),
    textOf(fieldsOf(record, ["264", "260"])[0], "abc"),
    textOf(fieldsOf(record, ["300"])[0], "abc"),
    ...fieldsOf(record, ["500"])
      .slice(0, 2)
      .map((field) => textOf(field, "a")),
  ].map((fact) => withoutLast(withoutEnd(fact), ". "));
  return facts
    .filter((fact) => fact !== "")
    .map((fact) => `${fact}.`)
    .join(" ");
}

/** Reads the leader, or field 007 where the leader is ambiguous. */
export function categoryOf({ leader, fields }: MarcRecord): string {
  const kinds = fields.filter(({ tag }) => tag === "007").map(({ value }) => value.charAt(0));
  const type = leader.charAt(6);
  if (type === "g" || kinds.includes("v") || kinds.includes("m")) return "Video";
  if (type === "i" || type === "j" || kinds.includes("s")) return "Audio";
  return ["a", "t", "c", "d", "e", "f", "k", "o", "p"].includes(type) ? "Book" : "";
}

const audiences: Record<string, string> = {
  a: "Preschool",
  b: "Grades K-2",
  c: "Grades 3-5, Grades 6-8",
  d: "Grades 9-12",
  e: "Adult/Professional",
  f: "Adult/Professional",
};

/** Audience notes (521) that aren't about grades: reading measures and movie ratings. */
const otherAudience =
  /lexile|\b\d+l\b|accelerated reader|\bar\b|atos|guided|fountas|pinnell|\bdra\b|reading|rat(?:ed|ing)|mpaa/i;

/** The longest audience note that staff might match to grades, in characters. */
const maxAudience = 60;

/**
 * Reads the grades or ages in the audience notes (521), or the audience in 008. Without those, returns the notes, which
 * staff can match like any word.
 */
export function gradesOf(record: MarcRecord, { grades }: Choices): string {
  const notes = fieldsOf(record, ["521"])
    .filter(({ indicators }) => !/^[034]/.test(indicators)) // reading levels and special audiences
    .flatMap((field) => {
      const isAge = field.indicators.startsWith("1");
      const statements = textOf(field, "a").split(/;|(?<!\bgr)\.(?:\s|$)/i);
      return statements.map((text) => (isAge && /^\s*\d/.test(text) ? `Ages ${text.trim()}` : text.trim()));
    })
    .filter((text) => text !== "" && text.length <= maxAudience && !otherAudience.test(text))
    .map((text) => text.replace(/[,|]/g, " "));
  const understood = notes.filter((text) => gradesInText(text, grades) !== 0);
  if (understood.length > 0) return understood.join("; ");
  const fixed = record.fields.find(({ tag }) => tag === "008")?.value ?? "";
  return audiences[fixed.charAt(22)] ?? notes.join("; ");
}

const subjectTags = ["600", "610", "611", "630", "650", "651", "653", "655"];

function headingsOf(record: MarcRecord, tags: readonly string[] = subjectTags): string[] {
  const headings = fieldsOf(record, tags).map((field) =>
    field.subfields
      .filter(([code]) => "abtxyz".includes(code))
      .map(([code, text]) => `${"xyz".includes(code) ? " -- " : " "}${withoutLast(text.trim(), ".,;:")}`)
      .join("")
      .trim(),
  );
  return headings.filter((heading) => heading !== "");
}

const maxTopics = 10;

/**
 * Returns the first heading that names a subject of the library, as a whole or before its subdivisions. Without one,
 * returns the topics of the record, which staff can match like any word.
 */
export function subjectOf(record: MarcRecord, { subjects }: Choices): string {
  const names = subjects
    .flatMap(({ subjectName, nameInSpanish }) => [subjectName, nameInSpanish])
    .map((name) => name?.toLowerCase());
  const mainOf = (heading: string) => heading.split(" -- ", 1)[0] ?? "";
  const headings = headingsOf(record);
  const known = [...headings, ...headings.map(mainOf)].find((heading) => names.includes(heading.toLowerCase()));
  if (known !== undefined) return known;
  const topics = headingsOf(record, ["650", "653"]).map((heading) => mainOf(heading).replace(/\s*[,;|]\s*/g, " "));
  return [...new Set(topics)].slice(0, maxTopics).join(" | ");
}

export function tagsOf(record: MarcRecord): string {
  const tags = new Map<string, string>();
  let length = 0;
  for (const heading of headingsOf(record).map((each) => each.replace(/[,|]\s*/g, " ").replace(/\s+/g, " "))) {
    length += tags.has(heading.toLowerCase()) ? 0 : heading.length + 2;
    if (length > limits.tags) break;
    tags.set(heading.toLowerCase(), heading);
  }
  return [...tags.values()].join(" | ");
}

/** Returns the first ISBN in 020, which may have a note after it; canceled and misprinted ones are in other subfields. */
export function isbnOf(record: MarcRecord): string {
  const isbns = fieldsOf(record, ["020"]).map((field) => isbn13(textOf(field, "a").replace(/[ (:;].*$/su, "")));
  return isbns.find((isbn) => isbn !== undefined) ?? "";
}

/** Reads the people in 100 and 700, "Jane Doe", or else the organizations in 110 and 710, or names of either in 720. */
export function authorOf(record: MarcRecord): string {
  const persons = fieldsOf(record, ["100", "700"]).map((field) => inSpokenOrder(withoutEnd(textOf(field, "a")), field));
  const bodies = fieldsOf(record, ["110", "710"]).map((field) => withoutEnd(textOf(field, "ab")).replace(/\.$/u, ""));
  const others = fieldsOf(record, ["720"]).map((field) => withoutEnd(textOf(field, "a")));
  const [known = []] = [persons, bodies, others].filter(({ length }) => length > 0);
  const names = [...new Set(known)].filter((name) => name !== "");
  return cut(names.slice(0, 4).join(", "), limits.author).trim();
}

/** Turns "Doe, Jane A." into "Jane A. Doe" if the first indicator says that the surname comes first. */
function inSpokenOrder(name: string, { indicators }: MarcField): string {
  const [surname = "", ...forenames] = name.split(", ");
  const plain = (text: string) => text.replace(/(?<=\p{L}{2})\.$/u, "");
  return indicators.startsWith("1") && forenames.length === 1
    ? `${forenames.map(plain).join("")} ${surname}`
    : plain(name);
}

const publicationOf = (record: MarcRecord) =>
  fieldsOf(record, ["264"]).find(({ indicators }) => indicators.endsWith("1")) ?? fieldsOf(record, ["260"])[0];

/** Reads the publisher from 264 or 260; "" if it's marked as unknown. */
export function publisherOf(record: MarcRecord): string {
  const [, name = ""] = publicationOf(record)?.subfields.find(([code]) => code === "b") ?? [];
  const bare = withoutEnd(name.replace(/[[\]]/gu, ""));
  return /^(?:publisher not identified|s\.n\.?)$/iu.test(bare) ? "" : cut(bare, limits.publisher).trim();
}

/** Reads the year from the publication statement or 008. */
export function yearOf(record: MarcRecord): string {
  const fixed = record.fields.find(({ tag }) => tag === "008")?.value.slice(7, 11) ?? "";
  return [textOf(publicationOf(record), "c"), fixed].flatMap((text) => /\b\d{4}\b/u.exec(text) ?? [])[0] ?? "";
}

/** Reads the extent from 300: "22 pages" for "1 online resource (22 pages)". */
export function extentOf(record: MarcRecord): string {
  const extent = withoutEnd(textOf(fieldsOf(record, ["300"])[0], "a"));
  return cut(/^1 online resource \((.+)\)$/u.exec(extent)?.[1] ?? extent, limits.extent).trim();
}

/** Reads the language from 008, or the first one in 041, as a tag; "" for several, none, or unknown codes. */
export function languageOf(record: MarcRecord): string {
  const fixed = record.fields.find(({ tag }) => tag === "008")?.value.slice(35, 38) ?? "";
  const own = cut(textOf(fieldsOf(record, ["041"])[0], "a"), 3);
  return languageTag(fixed) || languageTag(own) || "";
}

/** Reads the price from 365; "" if it isn't an amount. */
export function priceOf(record: MarcRecord): string {
  const price = moneyText(textOf(fieldsOf(record, ["365"])[0], "b"));
  return isMoney(price) ? price : "";
}

/** Reads the accompanying material from 300; "" if it can't be parsed as parts. */
export function partsOf(record: MarcRecord): string {
  const material = textOf(fieldsOf(record, ["300"])[0], "e").replace(/\([^()]*\)/g, "");
  const parts = partsText(material.replaceAll("+", ";"));
  return areParts(parts) && parts.length <= limits.parts ? parts : "";
}

export function shelfLocationOf(record: MarcRecord): string {
  return cut(textOf(fieldsOf(record, ["852"])[0], "c"), limits.shelfLocation);
}
