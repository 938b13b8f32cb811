import { hasMarc8Escape, looksLikeMarc8, marc8Text, type Marc8Characters } from "./marc-8.rules.ts";

/**
 * Returns how to read a record's text. Goes by its bytes, not its leader, because many systems write UTF-8 or MARC-8
 * without saying so, or say the wrong one. Characters in another encoding become U+FFFD.
 */
export function marcTextOf(bytes: Uint8Array, language: string, characters: Marc8Characters): Decode {
  const decode = decoderOf(bytes, language, characters);
  return (part) => cleaned(decode(part));
}

type Decode = (bytes: Uint8Array) => string;

const [strict, lenient, windows] = [
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }),
  new TextDecoder("utf-8", { ignoreBOM: true }),
  new TextDecoder("windows-1252"),
];
const plain: Decode = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
const withoutLetters: Decode = (bytes) => plain(bytes).replace(/[\x80-\xFF]/g, "\uFFFD");

function decoderOf(bytes: Uint8Array, language: string, characters: Marc8Characters): Decode {
  const marc8: Decode = (part) => marc8Text(part, characters);
  const isPlain = bytes.every((byte) => byte < 0x80);
  if (isPlain) return hasMarc8Escape(bytes) ? marc8 : plain;
  const utf8: Decode = (part) => lenient.decode(part);
  if (isUtf8(bytes)) return utf8;
  if (hasMarc8Escape(bytes)) return marc8;
  const text = plain(bytes);
  if (mostlyUtf8(text)) return utf8;
  if (looksLikeMarc8(bytes, language, characters)) return marc8;
  // other encodings have whole words of such letters
  // without "stream", some versions of Node decode Windows-1252 as Latin-1
  return /[\x80-\xFF]{3}|[\x81\x8D\x8F\x90\x9D]/.test(text)
    ? withoutLetters
    : (part) => windows.decode(part, { stream: true });
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const sequences = /[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3}/g;

/** Returns whether more letters are UTF-8 than not, such as in a text that was cut between two bytes. */
function mostlyUtf8(text: string): boolean {
  const valid = text.match(sequences)?.length ?? 0;
  const invalid = text.replace(sequences, "").match(/[\x80-\xFF]+/g)?.length ?? 0;
  return valid >= invalid && valid > 0;
}

/** Expands "&#x4E2D;", which MARC-8 writes for other characters, and replaces control characters. */
function cleaned(text: string): string {
  return text
    .replace(/[\u0080-\u009F]/g, "") // nonsorting marks
    .replace(/\p{Cc}+/gu, " ")
    .replace(/&#x([\da-f]{1,6});/gi, (reference, digits: string) => character(Number.parseInt(digits, 16)) ?? reference)
    .normalize("NFC");
}

const character = (code: number) =>
  code > 0x10_ffff || (code >= 0xd800 && code < 0xe000) ? undefined : String.fromCodePoint(code);
