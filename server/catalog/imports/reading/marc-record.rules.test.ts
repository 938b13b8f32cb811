import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aMarcFile } from "#server/test/a-marc-file.ts";
import { beginsAsMarc, type MarcRecord, readMarcRecord } from "./marc-record.rules.ts";
import { loadCharacters } from "./marc-rows.ts";

const characters = await loadCharacters();

const titled = (title: string, ...more: Parameters<typeof aMarcFile>[0][number]["fields"]) =>
  aMarcFile([
    {
      leader: "a",
      fields: [
        ["001", "1"],
        ["245", "00", "a", title],
        ["520", "  ", "a", "Ünder the sun"],
        ["650", " 0", "a", "Sun"],
        ...more,
      ],
    },
  ]);
/** Reads a record without its terminator. */
const read = (file: Uint8Array) => readMarcRecord(file.subarray(0, -1), characters);
const textsOf = ({ fields }: MarcRecord) => fields.map(({ tag, subfields }) => `${tag} ${subfields.flat().join("")}`);
/** Replaces text byte by byte, so that stated lengths stay as they were. */
const changed = (file: Buffer, from: string | RegExp, to: string) =>
  Buffer.from(file.toString("latin1").replace(from, to), "latin1");
const whole = { isDamaged: false };

describe("a MARC record", () => {
  const sun = titled("Sun");
  const fields = ["001 ", "245 aSun", "520 aÜnder the sun", "650 aSun"];

  it.each([
    ["a wrong length", changed(sun, /^\d{5}/, "99999")],
    ["a length that isn’t a number", changed(sun, /^\d{5}/, "   4k")],
    ["a wrong base address", changed(sun, /(?<=22)\d{5}/, "00024")],
    ["leader positions 10 and 11 that aren’t 22", changed(sun, /22(?=\d{5} a 4500)/, "00")],
    ["a leader of which only the base address is filled in", changed(sun, /nam a22(\d{5}) a 4500/, "       $1       ")],
    ["^ for blanks", changed(sun, "nam a22", "nam^a22")],
    ["sizes of letters instead of bytes", changed(sun, /(?<=520)0018(\d{5}6500008)00037/, "0017$100036")],
    ["positions that are all zero", changed(sun, /(?<=(?:001|245|520|650)\d{4})\d{5}/g, "00000")],
    ["a size that isn’t a number", changed(sun, /(?<=520)0018/, "00x8")],
    ["a leader with six digits for its length", Buffer.concat([Buffer.from("1"), sun])],
    ["other text before it", Buffer.concat([Buffer.from("Content-Type: application/marc\r\n\r\n"), sun])],
    ["a leader without its last character", changed(sun, "4500", "450")],
    ["line breaks, NUL, and a byte order mark before it", Buffer.concat([Buffer.from("\r\n\0\u{FEFF}\n"), sun])],
    ["no field end at its end", Buffer.concat([sun.subarray(0, -2), sun.subarray(-1)])],
  ])("is read despite %s", (_, file) => {
    const record = read(file);
    expect(record).toMatchObject(whole);
    expect(textsOf(record)).toEqual(fields);
    expect(record.leader.slice(5, 8)).toMatch(/nam| {3}/);
  });

  it("is read if its directory lists fields in another order", () => {
    const swapped = changed(sun, /(245\d{9})(520\d{9})/, "$2$1");
    expect(textsOf(read(swapped))).toEqual([fields[0], fields[2], fields[1], fields[3]]);
  });

  it("is read if a field or the record is longer than its directory can say", () => {
    const long = "long ".repeat(3000).trim();
    const note = titled("Long", ["500", "  ", "a", long], ["700", "1 ", "a", "Doe, Jane"]);
    expect(textsOf(read(note)).slice(-2)).toEqual([`500 a${long}`, "700 aDoe, Jane"]);
    const many = Array.from({ length: 15 }, (): [string, string, string, string] => [
      "500",
      "  ",
      "a",
      long.slice(0, 9000),
    ]);
    const record = titled("Huge", ...many, ["700", "1 ", "a", "Doe, Jane"]);
    expect(record.length).toBeGreaterThan(99_999);
    expect(textsOf(read(record)).at(-1)).toBe("700 aDoe, Jane");
  });

  it("keeps the tags of its fields if its directory lacks one of them", () => {
    const file = changed(titled("Sun", ["500", "  ", "a", "A note"], ["700", "1 ", "a", "Doe"]), /500\d{9}(?=700)/, "");
    const shifted = changed(file, /(?<=2450)008/, "010");
    expect(textsOf(read(shifted))).toEqual([...fields, "700 aDoe"]);
  });

  it("keeps a field with a field end inside it", () => {
    expect(textsOf(read(changed(sun, "er the", "er\u001Ethe")))).toEqual(fields);
    const withWrongSizes = changed(changed(sun, "er the", "er\u001Ethe"), /(?<=245)0008/, "0001");
    expect(textsOf(read(withWrongSizes))).toEqual(fields);
  });

  it("has indicators and subfields even where they are missing", () => {
    const file = changed(sun, "00\u001FaSun", "\u001FaSun");
    expect(read(file).fields[1]).toMatchObject({ indicators: "  ", subfields: [["a", "Sun"]] });
  });

  it.each([
    ["no directory", changed(sun, /001\d{9}245/, "       \u001E ")],
    ["more tags than fields", changed(sun, "\u001E00\u001FaSun", "0\u001FaSun")],
    ["tags that aren’t letters or digits", changed(sun, /245(?=\d{9}520)/, "\u0001\u0002\u0003")],
    ["nothing that is MARC", Buffer.from("Dear library,\u001D")],
  ])("is damaged with %s", (_, file) => {
    expect(read(file).isDamaged).toBe(true);
  });

  it("that is cut off is damaged, and keeps its whole fields", () => {
    const record = readMarcRecord(sun.subarray(0, -4), characters);
    expect(record.isDamaged).toBe(true);
    expect(textsOf(record)).toEqual(fields.slice(0, 3));
  });

  it("never fails, whatever happens to its bytes", () => {
    const file = titled("Sun", ["700", "1 ", "a", "Doe"]);
    const place = fc.nat({ max: file.length - 1 });
    const bytes = fc.uint8Array({ maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(place, place, bytes), { maxLength: 6 }), (changes) => {
        let broken = new Uint8Array(file);
        for (const [from, size, inserted] of changes)
          broken = Uint8Array.from([...broken.subarray(0, from), ...inserted, ...broken.subarray(from + (size % 9))]);
        const { leader, fields: all } = readMarcRecord(broken, characters);
        expect([0, 24]).toContain(leader.length);
        expect(all.every(({ tag }) => /^[ -~]{3}$/.test(tag))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the text of a MARC record", () => {
  /** Returns the title of a record with these bytes, where "~" stands for an escape character. */
  const titleOf = (title: string, { language = "eng", coding = " " } = {}) => {
    const bytes = Buffer.from(title.replaceAll("~", "\u001B"), "latin1").toString("latin1");
    const file = aMarcFile([
      {
        leader: "a",
        fields: [
          ["008", `${" ".repeat(35)}${language} d`],
          ["245", "00", "a", bytes],
        ],
      },
    ]);
    return read(changed(Buffer.from(file.toString("utf8"), "latin1"), /(?<=^.{9})a/, coding)).fields[1]
      ?.subfields[0]?.[1];
  };
  const utf8 = (text: string) => Buffer.from(text).toString("latin1");

  it.each(["a", " "])("is UTF-8 if its bytes are, with %j in the leader", (coding) => {
    expect(titleOf(utf8("Nutrición para niños"), { coding })).toBe("Nutrición para niños");
    expect(titleOf(utf8("La nin\u0303a"), { coding })).toBe("La niña");
    expect(titleOf(utf8("健康 Здоровье"), { coding })).toBe("健康 Здоровье");
  });

  it.each(["a", " "])("is MARC-8 if its bytes are, with %j in the leader", (coding) => {
    expect(titleOf("Nutrici\xE2on para ni\xE4nos", { coding })).toBe("Nutrición para niños");
    expect(titleOf("Dvo\xE9r\xE2ak, \xB1\xE2od\xE2z, \xB5on, \xC5Qu\xE2e?", { coding })).toBe(
      "Dvořák, łódź, æon, ¿Qué?",
    );
    expect(titleOf("\xEBi\xECur \xB0ayn Vi\xF2\xE3et \xF0ca", { coding })).toBe("i͡ur ʻayn Việt ça");
    expect(titleOf("H~b2~sO, x~p2~s, ~ga~s-rays", { coding })).toBe("H₂O, x², α-rays");
  });

  it.each([
    ["Cyrillic", "~(NzDOROWXE~(B (health)", "Здоровье (health)"],
    ["extended Cyrillic", "~)Q~(NuKRA~)!E~(B, \xE2e", "Укра, é"],
  ])("in MARC-8 can be in %s", (_, bytes, text) => {
    expect(titleOf(bytes)).toBe(text);
  });

  it.each([
    ["spa", "Nutrici\xF3n para ni\xF1os", "Nutrición para niños"],
    ["spa", "\xBFQu\xE9 comemos?", "¿Qué comemos?"],
    ["fre", "La sant\xE9 \xE0 l\x92\xE9cole", "La santé à l’école"],
    ["ger", "Gesunde Ern\xE4hrung f\xFCr Kinder", "Gesunde Ernährung für Kinder"],
    ["eng", "Caf\xE9 \x96 a na\xEFve \x93guide\x94", "Café – a naïve “guide”"],
    ["eng", "El Ni\xF1o", "El Niño"],
  ])("is Windows-1252 if its bytes are only that (%s): %j", (language, bytes, text) => {
    expect(titleOf(bytes, { language })).toBe(text);
  });

  it("has U+FFFD for what it can’t read", () => {
    expect(titleOf("\xC7\xE4\xEE\xF0\xEE\xE2\xFC\xE5 \xE4\xE5\xF2\xE5\xE9", { language: "rus" })).toMatch(
      /^[\uFFFD ]+$/,
    );
    expect(titleOf(`${utf8("Niños y niñas")}\xC3`)).toBe("Niños y niñas\uFFFD");
    expect(titleOf("~$1!!!~(B health")).toBe("\uFFFD health");
  });

  it("has the characters that MARC-8 writes as numbers, and no control characters", () => {
    expect(titleOf("&#x4E2D;&#x1F600; &#xD800; a\tb\x00c")).toBe("中😀 &#xD800; a b c");
    expect(titleOf(utf8("\u0098The \u009Csun"))).toBe("The sun");
  });
});

describe("a file", () => {
  const file = titled("Sun");
  it.each([
    ["MARC", file],
    ["MARC after a header", Buffer.concat([Buffer.from("\u{FEFF}Exported by us\r\n"), file])],
    ["MARC after a damaged record", Buffer.concat([Buffer.from("00185nam a2200085 a 4500\u001E\u001D"), file])],
    ["one MARC record without an end", file.subarray(0, -1)],
  ])("can be %s", (_, content) => {
    expect(beginsAsMarc(content)).toBe(true);
  });

  it.each(["Title,SKU\nSun,1\n", "00185nam a2200085 a 4500", "Title\u001FSKU\u001ESun\u001F1\u001E\u001D", ""])(
    "isn’t MARC: %j",
    (content) => {
      expect(beginsAsMarc(Buffer.from(content))).toBe(false);
    },
  );
});
