import type { Marc8Characters } from "./marc-8.rules.ts";
import { marcTextOf } from "./marc-text.rules.ts";

/** A field of a MARC record. Control fields have only a value; other fields have two indicators and subfields. */
export type MarcField = {
  tag: string;
  value: string;
  indicators: string;
  subfields: readonly (readonly [string, string])[];
};

/** A MARC 21 record: its leader of 24 characters and its fields. */
export type MarcRecord = { leader: string; fields: readonly MarcField[] };

/** The readable part of a record. A damaged one has only the fields that are certainly complete. */
export type ReadRecord = MarcRecord & { isDamaged: boolean };

export const recordEnd = 0x1d;
const fieldEnd = 0x1e;
const subfieldStart = 0x1f;
const leaderLength = 24;
const entryLength = 12;

/** A line break, a space, NUL, the end of a DOS file, or a byte order mark, which some systems put between records. */
const blanks = new Set([0x0a, 0x0d, 0x20, 0x00, 0x1a, 0xef, 0xbb, 0xbf]);
const isBlank = (byte: number) => blanks.has(byte);

/** Returns whether there is no record between two record ends. */
export const isNothing = (bytes: Uint8Array) => bytes.every(isBlank);

function withoutBlanks(bytes: Uint8Array): Uint8Array {
  let length = bytes.length;
  while (length > 0 && isBlank(bytes[length - 1] ?? 0)) length -= 1;
  return bytes.subarray(0, length);
}

/**
 * Returns whether a file has a MARC record near its start. There may be line breaks or other text before it, or damaged
 * records.
 */
export function beginsAsMarc(head: Uint8Array): boolean {
  if (!head.includes(subfieldStart)) return false;
  for (let from = 0, end = 0; from < head.length; from = end + 1) {
    end = head.indexOf(recordEnd, from);
    if (end < 0) end = head.length;
    if (frameOf(head.subarray(from, end))) return true;
  }
  return false;
}

/**
 * Parses one record without its terminator. Like other MARC readers, it doesn't trust the lengths in a record: the
 * directory ends at the first field end, and if its positions aren't those of the field ends, the fields are the texts
 * between them. Characters that can't be read are U+FFFD.
 */
export function readMarcRecord(bytes: Uint8Array, characters: Marc8Characters): ReadRecord {
  const frame = frameOf(bytes);
  if (!frame) return { leader: "", fields: [], isDamaged: true };
  const { leader, entries, data } = frame;
  const located = entries.map((entry) => ({ tag: entry.tag, content: contentAt(entry, data) }));
  const contents = located.every(({ content }) => content) ? located : contentsInOrder(entries, data);
  const read = marcTextOf(data, languageIn(contents ?? located), characters);
  const fields = (contents ?? located).flatMap(({ tag, content }) => (content ? [fieldOf(tag, content, read)] : []));
  return { leader, fields, isDamaged: contents === undefined };
}

type Entry = { tag: string; size: number; start: number };
type Frame = { leader: string; entries: readonly Entry[]; data: Uint8Array };
type Content = { tag: string; content: Uint8Array | undefined };

const latin1 = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1", from, to);

/** A leader with a correct length and base address, or with six digits for one over 99,999. */
const usualLeader = /^(?:\d{6}|[\d ]{5})(?=[a-z ]{3}.{4}[\d ]{5}.{7})/s;

/** Finds the leader and the directory before the first field end; undefined if they aren't there. */
function frameOf(bytes: Uint8Array): Frame | undefined {
  const end = bytes.indexOf(fieldEnd);
  const start = bytes.findIndex((byte) => !isBlank(byte));
  if (start < 0 || end < start) return undefined;
  const data = withoutBlanks(bytes.subarray(end + 1));
  const head = latin1(bytes, start, Math.min(end, start + leaderLength + 1)).replaceAll("^", " ");
  const [length] = usualLeader.exec(head) ?? [];
  if (length !== undefined) {
    const leader = length.slice(0, 5) + head.slice(length.length, length.length + leaderLength - 5);
    const entries = entriesOf(latin1(bytes, start + leader.length + length.length - 5, end));
    if (entries) return { leader, entries, data };
  }
  // other text before the leader, or a leader with a missing or an extra character
  let from = end;
  while (from - entryLength >= start && usualEntry.test(latin1(bytes, from - entryLength, from))) from -= entryLength;
  const before = latin1(bytes, Math.max(start, from - leaderLength), from).replaceAll("^", " ");
  const entries = from < end && leaderEnd.test(before) ? entriesOf(latin1(bytes, from, end)) : undefined;
  return entries && { leader: repairedLeader(before), entries, data };
}

/** The base address and the rest of a leader, where a character may be missing. */
const leaderEnd = /\d{4}.{3}45.{0,2}$/s;
const usualEntry = /^[\dA-Za-z]{3}\d{9}$/;

/**
 * Splits a directory into its entries of twelve characters, or more where a size or a start overflows: some systems
 * write all digits, and each field begins where the previous one ends. Returns undefined for anything else.
 */
function entriesOf(directory: string): Entry[] | undefined {
  const entries: Entry[] = [];
  let next = 0;
  for (let at = 0; at < directory.length;) {
    const tag = directory.slice(at, at + 3);
    const start = String(next).padStart(5, "0");
    const digits = [4, 5, 6].find((size) => directory.startsWith(start, at + 3 + size)) ?? 4;
    const length = 3 + digits + (directory.startsWith(start, at + 3 + digits) ? start.length : 5);
    if (!/^[ -~]{3}$/.test(tag) || at + length > directory.length) return undefined;
    const size = wholeNumber(directory.slice(at + 3, at + 3 + digits));
    entries.push({ tag, size, start: wholeNumber(directory.slice(at + 3 + digits, at + length)) });
    next += size;
    at += length;
  }
  return entries;
}

const wholeNumber = (digits: string) => (/^\d+$/.test(digits) ? Number(digits) : NaN);

/** Moves the status, type, and level to their positions; blank if missing. */
function repairedLeader(text: string): string {
  if (text.length === leaderLength && /^(?:.{5}[a-z ]|[\d ]{5}.)[a-z][a-z ]/s.test(text)) return text;
  const [known = ""] = /[acdnp ][a-z][a-z ](?=.[a ]\d\d).*$/s.exec(text) ?? [];
  return `00000${known}`.padEnd(leaderLength).slice(0, leaderLength);
}

/** Returns the bytes of a field if they begin after a field end and end before one. */
function contentAt({ size, start }: Entry, data: Uint8Array): Uint8Array | undefined {
  const end = start + size - 1;
  const isSound = size > 0 && data[end] === fieldEnd && (start === 0 || data[start - 1] === fieldEnd);
  return isSound ? data.subarray(start, end) : undefined;
}

/** Assigns the texts between field ends to the tags of the directory; undefined if they can't be its fields. */
function contentsInOrder(entries: readonly Entry[], data: Uint8Array): Content[] | undefined {
  const ordered = inOrderOfData(entries, data.length);
  const contents = textsOf(data);
  const isCutOff = data.at(-1) !== fieldEnd && (contents.at(-1)?.length ?? 0) + 1 !== ordered.at(-1)?.size;
  const skipped = isCutOff ? undefined : skippedBefore(ordered, contents);
  return skipped && ordered.map(({ tag }, place) => ({ tag, content: contents[place + (skipped[place] ?? 0)] }));
}

/** A directory may list fields in another order. In a record over 99,999 bytes, the positions are useless. */
function inOrderOfData(entries: readonly Entry[], size: number): readonly Entry[] {
  const isOrdered = size > 99_999 || entries.some(({ start }) => Number.isNaN(start));
  return isOrdered ? entries : entries.toSorted((a, b) => a.start - b.start);
}

/** Splits data at the field ends. A text without subfields after one with subfields belongs to it. */
function textsOf(data: Uint8Array): Uint8Array[] {
  const places: { from: number; to: number; hasSubfields: boolean }[] = [];
  for (let from = 0, to = 0; from < data.length; from = to + 1) {
    to = data.indexOf(fieldEnd, from);
    if (to < 0) to = data.length;
    const hasSubfields = data.subarray(from, to).includes(subfieldStart);
    const last = places.at(-1);
    if (last?.hasSubfields && !hasSubfields) last.to = to;
    else places.push({ from, to, hasSubfields });
  }
  return places.map(({ from, to }) => data.subarray(from, to));
}

const maxUnlisted = 5;

/**
 * Returns how many texts to skip before each field, because a directory may lack a few fields; undefined if no choice
 * fits. The best one differs least from the sizes in the directory.
 */
function skippedBefore(entries: readonly Entry[], contents: readonly Uint8Array[]): number[] | undefined {
  const unlisted = contents.length - entries.length;
  if (unlisted < 0 || unlisted > maxUnlisted) return undefined;
  let costs = Array.from({ length: unlisted + 1 }, () => 0);
  const steps = entries.map((each, place) => {
    let best = 0;
    const step = costs.map((cost, skipped) => (best = cost < (costs[best] ?? 0) ? skipped : best));
    costs = step.map((from, skipped) => (costs[from] ?? 0) + costOf(each, contents[place + skipped]));
    return step;
  });
  let last = costs.indexOf(Math.min(...costs));
  if (costs[last] === Infinity) return undefined;
  const skipped = steps.toReversed().map((step) => {
    const now = last;
    last = step[last] ?? 0;
    return now;
  });
  return skipped.toReversed();
}

/** Control fields have no subfields, the others begin with indicators. */
function costOf({ tag, size }: Entry, content: Uint8Array | undefined): number {
  const place = content?.indexOf(subfieldStart) ?? NaN;
  const fits = isControl(tag) ? place < 0 : place >= 0 && place <= 4;
  return fits && content ? Math.abs((size || 0) - content.length - 1) : Infinity;
}

const isControl = (tag: string) => tag.startsWith("00");

/** Returns the language in 008, which helps to tell encodings apart. */
function languageIn(fields: readonly Content[]): string {
  const content = fields.find(({ tag }) => tag === "008")?.content;
  return content ? latin1(content, 35, 38) : "";
}

function fieldOf(tag: string, content: Uint8Array, read: (bytes: Uint8Array) => string): MarcField {
  if (isControl(tag)) return { tag, value: read(content), indicators: "", subfields: [] };
  const [indicators = "", ...parts] = partsOf(content).map(read);
  const subfields = parts.map((part) => {
    const [code = ""] = part;
    return [code, part.slice(code.length)] as const;
  });
  return { tag, value: "", indicators: indicators.padEnd(2), subfields };
}

function partsOf(content: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let to = content.indexOf(subfieldStart); to >= 0; to = content.indexOf(subfieldStart, from)) {
    parts.push(content.subarray(from, to));
    from = to + 1;
  }
  return [...parts, content.subarray(from)];
}
