/**
 * A field of a MARC record: a control field has only a value, other fields have two indicators and subfields in order.
 */
export type MarcField = {
  tag: string;
  value: string;
  indicators: string;
  subfields: readonly (readonly [string, string])[];
};

/** A MARC 21 record: its leader of 24 characters and its fields. */
export type MarcRecord = { leader: string; fields: readonly MarcField[] };

const leaderLength = 24;
const entryLength = 12;
const fieldEnd = "\u001E";
const subfieldStart = "\u001F";

export function beginsAsMarc(head: Uint8Array): boolean {
  return /^\d{5}[a-z].{3}[ a]22\d{5}.{3}45/s.test(ascii(head.subarray(0, leaderLength)));
}

/** Whether a record declares or shows MARC-8; plain ASCII is the same in both. */
export function isMarc8(record: Uint8Array): boolean {
  return ascii(record.subarray(9, 10)) === " " && record.some((byte) => byte > 127 || byte === 0x1b);
}

const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes);

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses one record without its terminator. The directory gives positions in bytes, so the bytes are split before they
 * are decoded. Says what is wrong with an unreadable record.
 */
export function readMarcRecord(bytes: Uint8Array): MarcRecord | { damaged: "damaged" | "not UTF-8" } {
  const leader = ascii(bytes.subarray(0, leaderLength));
  const base = Number(leader.slice(12, 17));
  const length = Number(leader.slice(0, 5));
  const directory = ascii(bytes.subarray(leaderLength, base - 1));
  const isSound = beginsAsMarc(bytes) && base > leaderLength && base <= bytes.length && length === bytes.length + 1;
  if (!isSound || directory.length % entryLength !== 0 || !/^[\dA-Za-z]*$/.test(directory))
    return { damaged: "damaged" };
  const fields: MarcField[] = [];
  for (const [, tag = "", size, start] of directory.matchAll(/(.{3})(.{4})(.{5})/g)) {
    const from = base + Number(start);
    const content = bytes.subarray(from, from + Number(size));
    if (content.length !== Number(size) || content.at(-1) !== fieldEnd.charCodeAt(0)) return { damaged: "damaged" };
    try {
      fields.push(fieldOf(tag, utf8.decode(content.subarray(0, -1))));
    } catch {
      return { damaged: "not UTF-8" };
    }
  }
  return { leader, fields };
}

function fieldOf(tag: string, content: string): MarcField {
  if (tag.startsWith("00")) return { tag, value: content, indicators: "", subfields: [] };
  const [indicators = "", ...parts] = content.split(subfieldStart);
  return { tag, value: "", indicators, subfields: parts.map((part) => [part.slice(0, 1), part.slice(1)] as const) };
}
