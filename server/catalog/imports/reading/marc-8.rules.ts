/** The characters of MARC-8: for each set, by the last letter of its escape sequence, the character of each code. */
export type Marc8Characters = ReadonlyMap<string, ReadonlyMap<number, string>>;

const eastAsian = "1"; // three bytes for each character; other sets have one
const [ascii, latin] = ["B", "E"];

/** Returns the characters from the rows of db/marc-8.csv: a set, a code, and its character with those of the next codes. */
export function marc8Characters(rows: readonly (readonly string[])[]): Marc8Characters {
  const sets = new Map<string, Map<number, string>>();
  for (const [set = "", first = "", characters = ""] of rows) {
    const codes = sets.get(set) ?? new Map<number, string>();
    const start = Number.parseInt(first, 16);
    for (const [place, character] of Array.from(characters).entries())
      codes.set(set === eastAsian ? start + place : (start + place) & 0x7f, character);
    sets.set(set, codes);
  }
  const letters = Array.from({ length: 0x7e - 0x20 }, (_, place) => 0x21 + place);
  return sets.set(ascii, new Map(letters.map((code) => [code, String.fromCharCode(code)])));
}

/** Returns whether a character is a mark, which MARC-8 writes before its letter and Unicode after it. */
const isMark = (character: string) => /^\p{M}$/u.test(character) && character !== "\u0670";

/** Nonsorting marks, and the second halves of marks over two letters, which are one character in Unicode. */
const withoutCharacter = new Set([0x88, 0x89, 0xec, 0xfb]);

/** Decodes MARC-8, whose escape sequences choose two sets of characters; U+FFFD for a code without a character. */
export function marc8Text(bytes: Uint8Array, characters: Marc8Characters): string {
  let [low, high] = [ascii, latin];
  let [text, marks] = ["", ""];
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    const chosen = byte === escape ? setChosenAt(bytes, at) : undefined;
    if (chosen) {
      if (chosen.isHigh) high = chosen.set;
      else low = chosen.set;
      at += chosen.size;
      continue;
    }
    const set = byte > 0x7f ? high : low;
    const size = set === eastAsian && (byte & 0x7f) > 0x20 ? 3 : 1;
    const character =
      set === latin && withoutCharacter.has(byte) ? "" : characterAt(bytes, at, size, characters.get(set));
    if (isMark(character)) marks += character;
    else if (character !== "") [text, marks] = [text + character + marks, ""];
    at += size;
  }
  return text + marks;
}

function characterAt(bytes: Uint8Array, at: number, size: number, codes: ReadonlyMap<number, string> | undefined) {
  const byte = bytes[at] ?? 0;
  const code = bytes.subarray(at, at + size).reduce((high, low) => high * 256 + (low & 0x7f), 0);
  // a set without punctuation uses ASCII's
  return codes?.get(code) ?? (byte <= 0x20 || (size === 1 && byte < 0x7f) ? String.fromCharCode(byte) : "\uFFFD");
}

const escape = 0x1b;

/** Returns the set that an escape sequence chooses for bytes below or above 0x80; undefined if it isn't one. */
function setChosenAt(bytes: Uint8Array, at: number): { set: string; isHigh: boolean; size: number } | undefined {
  const following = String.fromCharCode(...bytes.subarray(at + 1, at + 5));
  const [sequence, greekOrIndex, place, set] = /^(?:([gbps])|\$?([(,)-])!?([1-4BENQS])|\$(?=1))/.exec(following) ?? [];
  if (sequence === undefined) return undefined;
  if (sequence === "$") return { set: eastAsian, isHigh: false, size: 3 };
  const chosen = set ?? (greekOrIndex === "s" ? ascii : (greekOrIndex ?? ascii));
  return { set: chosen, isHigh: place === ")" || place === "-", size: 1 + sequence.length };
}

export function hasMarc8Escape(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(escape); at >= 0; at = bytes.indexOf(escape, at + 1))
    if (setChosenAt(bytes, at)) return true;
  return false;
}

const asciiLetter = /^[A-Za-z]$/;

/**
 * Returns whether bytes that aren't UTF-8 look like MARC-8 rather than Windows-1252, which some systems write although
 * MARC 21 doesn't allow it. Each byte above 0x7F counts for what it would be: "\xE2e" is "é" in MARC-8 and "âe" in
 * Windows-1252, "\xE9 " is a mark without a letter and "é".
 */
export function looksLikeMarc8(bytes: Uint8Array, language: string, characters: Marc8Characters): boolean {
  const codes = characters.get(latin);
  let votes = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80 || withoutCharacter.has(byte)) continue;
    const character = codes?.get(byte & 0x7f);
    const [before = "", after = ""] = [at - 1, at + 1].map((place) => String.fromCharCode(bytes[place] ?? 0));
    if (character === undefined) votes -= 2;
    else if (isMark(character)) votes += voteOfMark(character, baseAfter(bytes, at), language);
    else if (/[\p{L}♭]/u.test(character) && /\d/.test(after)) votes -= 1; // "£1" or "©1"
    else if (/\p{L}/u.test(character) && asciiLetter.test(before) && asciiLetter.test(after)) votes += 1;
  }
  return votes >= 0;
}

/** Returns the letter under a mark, which other marks may precede. */
function baseAfter(bytes: Uint8Array, at: number): string {
  let place = at + 1;
  while (place < at + 4 && (bytes[place] ?? 0) >= 0xe0) place += 1;
  return String.fromCharCode(bytes[place] ?? 0);
}

/** Languages whose letters are those of Windows-1252; English has names from all of them. */
const western = ["spa", "fre", "por", "ita", "ger", "dut", "cat", "glg", "baq", "dan", "nor", "swe", "fin", "ice"];
const english = ["eng", ""];

function voteOfMark(mark: string, base: string, language: string): number {
  if (!asciiLetter.test(base)) return -2;
  if (mark === "\u0361") return 1; // over two letters: transliterated Cyrillic
  const letter = (base + mark).normalize("NFC");
  const code = letter.length === 1 ? (letter.codePointAt(0) ?? 0) : Infinity;
  if (code < 0x100) return 2;
  const isLetterOfSome = code < 0x180 || (code >= 0x1e00 && code < 0x1f00);
  if (western.includes(language)) return -1;
  return isLetterOfSome ? 1 : english.includes(language.trim()) ? -1 : 0;
}
