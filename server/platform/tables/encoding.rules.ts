import type { Encoding } from "#contract/wire/table-format.ts";

type SingleByte = Exclude<Encoding, "UTF-8" | "UTF-16LE" | "UTF-16BE">;

// the upper half of code page 437, which TextDecoder doesn't know
const dos =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0";

/** Without `stream`, Node 20 decodes Windows-1252 as Latin-1. */
const upperHalfOf = (label: string) =>
  Array.from({ length: 128 }, (_, at) => new TextDecoder(label).decode(Uint8Array.of(at + 128), { stream: true }));

/** The characters for bytes from 128 up. */
const upperHalves: Record<SingleByte, readonly string[]> = {
  "Windows-1252": upperHalfOf("windows-1252"),
  "Mac Roman": upperHalfOf("macintosh"),
  "MS-DOS": Array.from(dos),
  "Windows-1250": upperHalfOf("windows-1250"),
};

const singleByteText = (bytes: Uint8Array, encoding: SingleByte) => {
  const upper = upperHalves[encoding];
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString("latin1")
    .replace(/[\u0080-\u00FF]/g, (character) => upper[character.charCodeAt(0) - 128] ?? character);
};

type Decode = (bytes?: Uint8Array) => string;

/** Returns a function that decodes pieces of a file, and without a piece the rest. Strips a byte order mark. */
export function decoderOf(encoding: Encoding): Decode {
  if (encoding === "UTF-16LE" || encoding === "UTF-16BE") {
    const decoder = new TextDecoder(encoding);
    return (bytes) => decoder.decode(bytes, { stream: bytes !== undefined });
  }
  const decode = encoding === "UTF-8" ? lenientUtf8() : (bytes = nothing) => singleByteText(bytes, encoding);
  let start: Uint8Array | undefined = nothing; // until it's known whether it is a mark
  return (bytes) => {
    if (start === undefined) return decode(bytes);
    start = bytes ? Buffer.concat([start, bytes]) : start;
    if (bytes && start.length < utf8Mark.length) return "";
    const text = decode(start.subarray(hasMark(start, utf8Mark) ? utf8Mark.length : 0));
    start = undefined;
    return bytes ? text : text + decode();
  };
}

const nothing: Uint8Array = new Uint8Array(0);
const utf8Mark = [0xef, 0xbb, 0xbf];
const hasMark = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

/** Decodes UTF-8, and any other bytes as Windows-1252: a file pasted together from two can have both. */
function lenientUtf8(): Decode {
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest: Uint8Array = nothing; // the beginning of a character that the next piece continues
  return (bytes) => {
    const all = rest.length === 0 ? (bytes ?? nothing) : Buffer.concat([rest, bytes ?? nothing]);
    const end = bytes ? all.length - unfinished(all) : all.length;
    rest = all.slice(end);
    const whole = all.subarray(0, end);
    try {
      return strict.decode(whole);
    } catch {
      return mixedText(whole);
    }
  };
}

function mixedText(bytes: Uint8Array): string {
  let text = "";
  let from = 0;
  const utf8 = (to: number) => Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("utf8");
  for (let at = 0; at < bytes.length;) {
    const length = characterLength(bytes, at);
    if (length === 0) {
      text += utf8(at) + singleByteText(bytes.subarray(at, at + 1), "Windows-1252");
      from = at + 1;
    }
    at += length || 1;
  }
  return text + utf8(bytes.length);
}

/** Returns how many bytes the UTF-8 character here has; 0 if it isn't one. */
function characterLength(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
  if (first < 0x80) return 1;
  const length = lengthFrom(first);
  // overlong forms, halves of surrogate pairs, and numbers beyond Unicode
  const [least, most] =
    first === 0xe0 ? [0xa0, 0xbf] : first === 0xed ? [0x80, 0x9f] : first === 0xf0 ? [0x90, 0xbf] : first === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf]; // prettier-ignore
  if (length === 0 || second < least || second > most) return 0;
  for (let next = 2; next < length; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

const lengthFrom = (first: number) =>
  first >= 0xc2 && first <= 0xdf ? 2 : first >= 0xe0 && first <= 0xef ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0;

/** Returns how many bytes at the end begin a character that isn't complete. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) !== 0x80) return lengthFrom(byte) > back ? back : 0;
  }
  return 0;
}

// the characters around a byte from 128 up
const [other, lower, upper, digit, space, high, contraction, ending] = [0, 1, 2, 3, 4, 5, 6, 7];
type Class = number;
const classes = 8;

const classOf: readonly Class[] = Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return high;
  const character = String.fromCharCode(byte);
  return /[a-z]/.test(character) ? lower : /[A-Z]/.test(character) ? upper : /\d/.test(character) ? digit : /[\t ]/.test(character) ? space : other; // prettier-ignore
});

const lineFeed = 0x0a;
const lookahead = 4; // bytes; also enough for a mark

/** Collects evidence about a file's encoding, piece by piece. */
export class EncodingEvidence {
  private size = 0;
  private mark: Encoding | undefined;
  private readonly zeros = [0, 0]; // at even and at odd places
  private characters = 0; // of more than one byte in UTF-8
  private strays = 0; // bytes that aren't UTF-8
  private previous = lineFeed;
  private rest: Uint8Array = nothing;
  private readonly contexts = new Uint32Array(128 * classes * classes);

  add(piece: Uint8Array): void {
    const bytes = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    const end = Math.max(0, bytes.length - lookahead);
    this.look(bytes, end - unfinished(bytes.subarray(0, end)));
  }

  /** Counts the bytes before `end`, and keeps the others for later. */
  private look(bytes: Uint8Array, end: number): void {
    if (this.size === 0 && end > 0) this.mark = markOf(bytes);
    for (let at = 0; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === 0) this.zeros[(this.size + at) % 2] = (this.zeros[(this.size + at) % 2] ?? 0) + 1;
      if (byte < 0x80) continue;
      const length = characterLength(bytes, at);
      if (length === 0) this.strays += 1;
      else this.characters += 1;
      for (const last = at + (length || 1) - 1; ; at += 1) {
        this.note(bytes, at);
        if (at === last) break;
      }
    }
    this.size += end;
    this.previous = bytes[end - 1] ?? this.previous;
    this.rest = bytes.slice(end);
  }

  private note(bytes: Uint8Array, at: number): void {
    const before = classOf[bytes[at - 1] ?? this.previous] ?? other;
    const place = (((bytes[at] ?? 0) - 128) * classes + before) * classes + classOfNext(bytes, at + 1);
    this.contexts[place] = (this.contexts[place] ?? 0) + 1;
  }

  /** Returns the encoding, and how many bytes of a UTF-8 file are read as Windows-1252. */
  result(): { encoding: Encoding; strays: number } {
    this.look(this.rest, this.rest.length);
    const encoding = this.mark ?? this.utf16() ?? (this.strays <= this.characters ? "UTF-8" : this.singleByte());
    return { encoding, strays: encoding === "UTF-8" ? this.strays : 0 };
  }

  /** Without a mark, every other byte of delimiters, line ends, and plain letters is zero. */
  private utf16(): Encoding | undefined {
    const [even = 0, odd = 0] = this.zeros;
    if (even + odd < Math.max(4, this.size / 50) || Math.max(even, odd) < 9 * Math.min(even, odd) || even === odd)
      return undefined;
    return odd > even ? "UTF-16LE" : "UTF-16BE";
  }

  private singleByte(): SingleByte {
    const scores = singleBytes.map(([encoding, margin]) => ({ encoding, score: this.score(encoding) - margin }));
    return scores.reduce((best, each) => (each.score > best.score ? each : best)).encoding;
  }

  private score(encoding: SingleByte): number {
    let score = 0;
    for (const [place, count] of this.contexts.entries()) {
      if (count === 0) continue;
      const [before, after] = [Math.floor(place / classes) % classes, place % classes];
      const character = upperHalves[encoding][Math.floor(place / (classes * classes))] ?? "";
      score += count * likelihood(character, before, after);
    }
    return score;
  }
}

/** Returns the encoding of a whole file, and how many bytes of UTF-8 are read as Windows-1252. */
export function encodingOf(bytes: Uint8Array): ReturnType<EncodingEvidence["result"]> {
  const evidence = new EncodingEvidence();
  evidence.add(bytes);
  return evidence.result();
}

/** The single-byte encodings, and how much more likely than the usual one each has to be. */
const singleBytes: readonly [SingleByte, number][] = [
  ["Windows-1252", 0],
  ["Mac Roman", 0.8],
  ["MS-DOS", 1],
  ["Windows-1250", 2],
];

function markOf(bytes: Uint8Array): Encoding | undefined {
  if (hasMark(bytes, utf8Mark)) return "UTF-8";
  return hasMark(bytes, [0xff, 0xfe]) ? "UTF-16LE" : hasMark(bytes, [0xfe, 0xff]) ? "UTF-16BE" : undefined;
}

/**
 * Distinguishes the ends of words, because an apostrophe, a dash, and a letter are the same byte in different
 * encodings.
 */
function classOfNext(bytes: Uint8Array, at: number): Class {
  const next = classOf[bytes[at] ?? lineFeed] ?? other;
  if (next !== lower && next !== upper) return next;
  const word = Buffer.from(bytes.subarray(at, at + 3)).toString("latin1");
  if (/^(?:[stdm]|ll|re|ve)(?![a-z\u0080-\u00FF])/i.test(word)) return contraction;
  return /^[b-z][a-z]?(?![a-z\u0080-\u00FF])|^a[a-z]?$/.test(word) ? ending : next;
}

const isLetter = (each: Class) => each === lower || each === upper || each === high || each >= contraction;
const isApart = (each: Class) => each === other || each === space;

/** Returns how likely a character is between these neighbors: from -4, impossible, to 1.2, usual. */
function likelihood(character: string, before: Class, after: Class): number {
  const inWord = isLetter(before) && isLetter(after);
  if (/\p{Cc}/u.test(character)) return -4;
  if (character === "’") return apostrophe(before, after);
  if (/[“‘«]/u.test(character)) return isApart(before) && !isApart(after) ? 1 : before === high ? 0.5 : -1;
  if (/[”»]/u.test(character)) return isApart(after) ? 1 : after === high ? 0.5 : -1;
  if (/[–—]/u.test(character))
    return !inWord ? 0.8 : after === ending || after === contraction ? 0 : after === lower ? 0.4 : 0.8;
  if (/[¿¡]/u.test(character)) return isApart(before) && isLetter(after) ? 1 : -2;
  if (/[…•©®™°½¼¾º\u00A0]/u.test(character)) return inWord ? -1 : 0.5;
  if (!/\p{L}/u.test(character)) return inWord ? -2 : -0.5;
  if (/\p{Lu}/u.test(character)) {
    if (before === lower) return -2;
    if (before === upper && after !== upper && isLetter(after)) return -1;
  } else if (before === upper && after === upper) return -2;
  if (!isLetter(before) && !isLetter(after)) return 0;
  return common.has(character) ? 1 : western.has(character) ? 0.8 : central.has(character) ? 0.7 : -1;
}

function apostrophe(before: Class, after: Class): number {
  if (after === contraction) return 1.2;
  if (!isLetter(before)) return isLetter(after) ? 0.5 : 0;
  if (after === ending) return 0.3;
  return after === lower ? 0.7 : 0.9;
}

const common = new Set("áéíóúñüàèçäößÁÉÍÓÚÑÜ");
const western = new Set("âãåæêëîïôõøœùûìòýÀÂÄÃÅÇÈÊËÎÏÔÖÕØÙÛŒÆÒÌ");
const central = new Set("ąćęłńśźżčďěňřšťůžőűăşţĄĆĘŁŃŚŹŻČĎĚŇŘŠŤŮŽŐŰ");
