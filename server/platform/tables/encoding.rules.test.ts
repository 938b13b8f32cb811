import { describe, expect, it } from "vitest";
import type { Encoding } from "#contract/wire/table-format.ts";
import { decoderOf, EncodingEvidence } from "./encoding.rules.ts";

/** Returns the encoding of a file that arrives in pieces of this size, and its text. */
function read(file: Uint8Array, size = file.length) {
  const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, at) =>
    file.subarray(at * size, (at + 1) * size),
  );
  const evidence = new EncodingEvidence();
  for (const piece of pieces) evidence.add(piece);
  const { encoding, strays } = evidence.result();
  const decode = decoderOf(encoding);
  return { encoding, strays, text: pieces.map((piece) => decode(piece)).join("") + decode() };
}

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string, { mark = "\uFEFF" } = {}) => Buffer.from(mark + text, "utf16le");

const list = "Title,Notes\r\nÉcole – “Santé”,¿Cómo te sientes?\r\n";
const polish = "Title\r\nZdrowie dzieci i młodzieży\r\nŻywność, która leczy\r\nĆwiczenia dla każdego\r\n";

const files: [what: string, encoding: Encoding, file: Uint8Array, text: string][] = [
  ["UTF-8", "UTF-8", Buffer.from(list), list],
  ["UTF-8 with a mark, as Excel saves it", "UTF-8", Buffer.from(`\uFEFF${list}`), list],
  ["only plain letters", "UTF-8", Buffer.from("Title\nDon't worry\n"), "Title\nDon't worry\n"],
  ["UTF-8 with Chinese titles", "UTF-8", Buffer.from("Title\n健康饮食,😀\n"), "Title\n健康饮食,😀\n"],
  ["Excel's Unicode text", "UTF-16LE", utf16(list), list],
  ["UTF-16 from a Mac", "UTF-16BE", Buffer.from(utf16(list)).swap16(), list],
  ["UTF-16 without a mark", "UTF-16LE", utf16(list, { mark: "" }), list],
  ["UTF-16 in the other order without a mark", "UTF-16BE", Buffer.from(utf16(list, { mark: "" })).swap16(), list],
  ["UTF-16 with Russian titles", "UTF-16LE", utf16("Title,Year\r\nЗдоровье,2001\r\nСпорт,\r\n", { mark: "" }), "Title,Year\r\nЗдоровье,2001\r\nСпорт,\r\n"],
  ["Windows-1252 in Spanish", "Windows-1252", latin1("Title\r\nNutrici\xF3n para ni\xF1os\r\n\xBFC\xF3mo est\xE1s?\r\n"), "Title\r\nNutrición para niños\r\n¿Cómo estás?\r\n"],
  ["Windows-1252 with one apostrophe", "Windows-1252", latin1("Title\r\nDon\x92t worry\r\n"), "Title\r\nDon’t worry\r\n"],
  ["Windows-1252 with a possessive plural", "Windows-1252", latin1("Title\r\nThe Teachers\x92 Guide\r\n"), "Title\r\nThe Teachers’ Guide\r\n"],
  ["Windows-1252 with a dash between words", "Windows-1252", latin1("Title\r\nSalt\x97the truth\r\n"), "Title\r\nSalt—the truth\r\n"],
  ["Windows-1252 with quotation marks and a euro sign", "Windows-1252", latin1("Title;Cost\r\n\x93Fit\x94;\x80 5\r\n"), "Title;Cost\r\n“Fit”;€ 5\r\n"],
  ["Mac Roman in Spanish", "Mac Roman", latin1("Title\rNutrici\x97n para ni\x96os\rTodos los d\x92as\r"), "Title\rNutrición para niños\rTodos los días\r"],
  ["Mac Roman with typographic marks", "Mac Roman", latin1("Title\rDon\xD5t worry\r\xD2Fit\xD3 \xD0 a guide\r"), "Title\rDon’t worry\r“Fit” – a guide\r"],
  ["Mac Roman in French", "Mac Roman", latin1("Title\rL\x8Egumes et sant\x8E\r"), "Title\rLégumes et santé\r"],
  ["MS-DOS in Spanish", "MS-DOS", latin1("Title\r\nNutrici\xA2n para ni\xA4os\r\nTodos los d\xA1as\r\n"), "Title\r\nNutrición para niños\r\nTodos los días\r\n"],
  ["MS-DOS in German", "MS-DOS", latin1("Title\r\nGesunde Ern\x84hrung f\x81r Sch\x81ler\r\n"), "Title\r\nGesunde Ernährung für Schüler\r\n"],
  ["Windows-1250 in Polish", "Windows-1250", latin1("Title\r\nZdrowie dzieci i m\xB3odzie\xBFy\r\n\xAFywno\x9C\xE6, kt\xF3ra leczy\r\n\xC6wiczenia dla ka\xBFdego\r\n"), polish],
]; // prettier-ignore

describe("the encoding of a file", () => {
  it.each(files)("is found by its bytes, in pieces of any size: %s", (_, encoding, file, text) => {
    for (const size of [file.length, 7, 1]) expect(read(file, size)).toEqual({ encoding, strays: 0, text });
  });

  it.each([
    ["with a mark", "\uFEFFTitle\r\nDoná\xFFt worry\r\n", 1],
    ["without a mark", "Title\r\nNutrición para niños\r\nDon\xFFt worry\r\n", 1],
    ["with a mark and more such bytes", "\uFEFFTitle\r\nNiños\r\nDon\xFFt, won\xFFt, can\xFFt\r\n", 3],
  ])("stays UTF-8 if a few bytes are Windows-1252: %s", (_, text, strays) => {
    // stands in for the stray byte
    const bytes = Buffer.from(text.replaceAll("\xFF", "\uE000"));
    const file = Buffer.from(bytes.toString("latin1").replaceAll("\xEE\x80\x80", "\x92"), "latin1");
    const expected = text.replace("\uFEFF", "").replaceAll("\xFF", "’");
    for (const size of [file.length, 5, 1])
      expect(read(file, size)).toEqual({ encoding: "UTF-8", strays, text: expected });
  });

  it("stays UTF-8 if a zero byte is in it", () => {
    expect(read(Buffer.from("Title\nOne\0\nTwo and more\nNiños\n"))).toMatchObject({ encoding: "UTF-8" });
  });

  it("isn't UTF-8 because capital letters before a quotation mark look like it once", () => {
    const file = latin1("Title\r\n\x93CAF\xC9\x94 y t\xE9\r\nSanta Fe, S\xED\r\n\xBFQu\xE9?\r\n");
    expect(read(file)).toMatchObject({ encoding: "Windows-1252", text: expect.stringContaining("“CAFÉ” y té") });
  });
});

describe("a decoder", () => {
  it("leaves out the mark of UTF-8 even if another encoding is chosen", () => {
    const decode = decoderOf("Windows-1252");
    expect(decode(Buffer.from("\uFEFFTitle")) + decode()).toBe("Title");
    expect(decoderOf("UTF-8")()).toBe("");
  });

  it("replaces forms that aren't UTF-8 byte by byte", () => {
    const decode = decoderOf("UTF-8");
    expect(decode(Uint8Array.of(0x41, 0xc0, 0xaf, 0xe0, 0x80, 0xe9, 0x42)) + decode()).toBe("AÀ¯à€éB");
  });
});
