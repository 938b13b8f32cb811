import { categories } from "#contract/catalog/codes.ts";
import { titleFields } from "#contract/catalog/title-fields.ts";
import { bulkNames } from "#contract/catalog/title-record.ts";
import type { ImportField } from "#contract/catalog/title-files.ts";
import { fileFields } from "./reading/file-fields.rules.ts";
import type { Marc8Characters } from "./reading/marc-8.rules.ts";
import { type MarcField, readMarcRecord } from "./reading/marc-record.rules.ts";
import { ownField, ownMark } from "./reading/marc-title.rules.ts";
import { unguarded } from "#server/platform/tables/table.rules.ts";
import type { Choices } from "./reading/names.rules.ts";
import { type KnownTitle, marcCells, marcLayout } from "./reading/row.rules.ts";

export const maxMarcRecord = 99_999; // bytes; the leader has five digits for the length
const maxText = 9_000; // bytes; the directory has four digits for the length of a field

/** A title's values as in a CSV. */
type Cells = Partial<Record<ImportField, string | number>>;

/** What all records of an export share. */
export type MarcExport = { day: string; choices: Choices; characters: Marc8Characters };

/**
 * Writes a title as a MARC 21 record in UTF-8. A local field has what an import couldn't restore from the usual fields,
 * such as copies, grades, and line breaks.
 */
export function marcOfTitle(title: KnownTitle, cells: Cells, { day, choices, characters }: MarcExport): Uint8Array {
  const fields = fieldsOfTitle(title, cells, day);
  const leader = `00000n${typeOf(title.categoryId)}m a22000007i 4500`;
  const record = readMarcRecord(bytesOf(leader, fields).subarray(0, -1), characters);
  const read = marcCells(record, choices);
  const isRead = (field: ImportField, guardedCell: string) => {
    const cell = unguarded(guardedCell);
    const name = bulkNames.find((each) => titleFields[each].imported === field);
    return name ? fileFields[name].read(cell, choices) === title[name] : cell === String(cells[field] ?? "");
  };
  const others = marcLayout.fields.filter((field, place) => !isRead(field, read[place] ?? ""));
  return bytesOf(leader, [...fields, ...others.flatMap((field) => ownFields(field, String(cells[field] ?? "")))]);
}

const typeOf = (category: number) => (category === categories.video ? "g" : category === categories.audio ? "i" : "a");

function fieldsOfTitle(title: KnownTitle, cells: Cells, day: string): MarcField[] {
  const of = (tag: string, indicators: string, ...subfields: (readonly [string, string])[]): MarcField[] => {
    const filled = subfields.filter(([, text]) => text !== "");
    return filled.length === 0 ? [] : [{ tag, value: "", indicators, subfields: filled }];
  };
  const { language, publishedYear } = title;
  const code = marcLanguages[language] ?? (language.length === 3 ? language : "und");
  const fixed = `${day.slice(2).replaceAll("-", "")}${publishedYear ? `s${publishedYear}` : "nuuuu"}    xx ${" ".repeat(17)}${language ? code : "   "} d`;
  const control = (tag: string, value: string): MarcField => ({ tag, value, indicators: "", subfields: [] });
  return [
    control("001", title.sku),
    control("008", fixed),
    ...of("020", "  ", ["a", title.isbn]),
    ...(code === "und" && language ? of("041", "07", ["a", language], ["2", "iso639-1"]) : []),
    ...of("245", "00", ["a", title.title]),
    ...of("264", " 1", ["b", title.publisher], ["c", publishedYear]),
    ...of("300", "  ", ["a", title.extent], ["e", title.parts]),
    ...(title.replacementCost ? of("365", "  ", ["a", "01"], ["b", title.replacementCost]) : []),
    ...title.description
      .split(/[\r\n]+/)
      .flatMap((line) => piecesOf(line).flatMap((piece) => of("520", "  ", ["a", piece]))),
    ...String(cells.grades ?? "")
      .split(", ")
      .flatMap((grade) => of("521", "2 ", ["a", grade.replace(/^Grades /, "")])),
    ...of("650", " 4", ["a", String(cells.subject ?? "")]),
    ...title.tags.split(",").flatMap((tag) => of("653", "  ", ["a", tag.trim()])),
    ...of("720", "  ", ["a", title.author]),
    ...of("852", "  ", ["c", title.shelfLocation]),
    ...title.copies.flatMap(({ number, sku, shelfLocation, reason }) =>
      of("852", "  ", ["c", shelfLocation ?? ""], ["p", sku ?? title.sku], ["t", String(number)], ["x", reason ?? ""]),
    ),
  ];
}

/** MARC's codes for common languages; the others are in 041. */
const marcLanguages: Record<string, string> = {
  ar: "ara", de: "ger", en: "eng", es: "spa", fa: "per", fr: "fre", hi: "hin", hy: "arm", it: "ita", ja: "jpn", km: "khm",
  ko: "kor", pa: "pan", pt: "por", ru: "rus", so: "som", uk: "ukr", vi: "vie", zh: "chi",
}; // prettier-ignore

/** Writes a value in the local field, in several if it's long. */
const ownFields = (field: ImportField, text: string): MarcField[] =>
  piecesOf(text).map((piece) => ({
    tag: ownField,
    value: "",
    indicators: "  ",
    subfields: [
      ["2", ownMark],
      ["a", field],
      ["b", piece],
    ],
  }));

/** Splits a text into pieces that fit into fields. */
function piecesOf(text: string): string[] {
  const pieces = [""];
  let size = 0;
  for (const character of text) {
    const bytes = Buffer.byteLength(escaped(character));
    if (size + bytes > maxText) {
      pieces.push("");
      size = 0;
    }
    pieces.push((pieces.pop() ?? "") + character);
    size += bytes;
  }
  return pieces;
}

/** Writes control characters as numbers, which MARC 21 provides for what a record can't contain. */
const escaped = (text: string) =>
  text.replace(/\p{Cc}|&(?=#x)/gu, (character) => `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`);

function bytesOf(leader: string, fields: readonly MarcField[]): Uint8Array {
  const contents = fields.map((field) => Buffer.from(`${contentOf(field)}\u001E`));
  const base = leader.length + contents.length * 12 + 1;
  let start = 0;
  const directory = contents.map((content, place) => {
    const entry = `${fields[place]?.tag ?? ""}${digits(content.length, 4)}${digits(start, 5)}`;
    start += content.length;
    return entry;
  });
  const head = `${digits(base + start + 1, 5)}${leader.slice(5, 12)}${digits(base, 5)}${leader.slice(17)}`;
  return Buffer.concat([Buffer.from(`${head}${directory.join("")}\u001E`), ...contents, Buffer.from("\u001D")]);
}

const digits = (number: number, length: number) => String(number).padStart(length, "0").slice(-length);

const contentOf = ({ value, indicators, subfields }: MarcField) =>
  value ? escaped(value) : `${indicators}${subfields.map(([code, text]) => `\u001F${code}${escaped(text)}`).join("")}`;
