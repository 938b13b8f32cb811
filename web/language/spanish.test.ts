import { offeredLanguages } from "#contract/catalog/title-languages.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import { plainRefusals, type Reason, sentenceOf } from "#contract/wire/refusals.ts";
import { describe, expect, it } from "vitest";
import { withCodeNames } from "./language.ts";

import spanish from "./spanish.json" with { type: "json" };
import { speakSpanish } from "./speak-spanish.ts";

const entries: [string, string][] = Object.entries(spanish);
const entriesOf = (text: string) => (text.match(/\{\w+\}|<\/?\w+>/g) ?? []).toSorted();

/** Every sentence in the browser's code, in the code shared with the server, and in the code lists. */
const files = import.meta.glob<string>(
  ["../**/*.{ts,tsx}", "../../contract/**/*.ts", "../../db/reference-data.sql", "!**/*.test.*", "!./speak-spanish.ts"],
  { query: "?raw", import: "default", eager: true },
);
const source = Object.values(files).join("\n");

/** Sentences of the administrators' side, which stays English. */
const staffOnly = new Set<string>([
  "itemSaved",
  "itemUpdated",
  "skuAdded",
  "orderUpdated",
  "skuAssigned",
  "skuRemoved",
  "allSkusRemoved",
  "title",
  "skuNumber",
  "description",
  "category",
  "subject",
  "content",
  "noQrCode",
  "invalidQrCode",
  "removeSku",
  "undoCheckOut",
]);

/** Messages of the server for visitors and borrowers, beyond the specification's. */
const borrowerMessages = [
  ownMessages.userNameTaken,
  ownMessages.currentPasswordRequired,
  plainRefusals["wrong-password"],
  ownMessages.resetRequested,
  ownMessages.resetDone,
  sentenceOf({ kind: "link-expired", link: "reset" }),
  ownMessages.tooManyRequests,
  ownMessages.fileTakesTooLong,
  ownMessages.fileNotRead,
  ownMessages.serverBusy,
  ownMessages.diskFull,
  ownMessages.notFound,
  plainRefusals["terms-changed"],
  ownMessages.subscribed,
  plainRefusals["sign-ups-closed"],
  ownMessages.subscriptionConfirmed,
  ownMessages.unsubscribed,
  ownMessages.mailLinkInvalid,
  ownMessages.confirmationSent,
  ownMessages.nameBlocked,
  plainRefusals["password-guessable"],
  ownMessages.confirmationsOff,
  ownMessages.mailboxConfirmed,
];

describe("the Spanish catalog", () => {
  it(`has a text for each of its ${entries.length} sentences, with the same placeholders and tags`, () => {
    const wrong = entries.filter(
      ([english, text]) => text.trim() === "" || entriesOf(english).join() !== entriesOf(text).join(),
    );
    expect(wrong).toEqual([]);
  });

  it("has every language a title can have", () => {
    const sentences = entries.map(([english]) => english);
    expect([...offeredLanguages.values()].filter((name) => !sentences.includes(name))).toEqual([]);
  });

  it("has the same names of categories as the search", () => {
    const [searchData = ""] = Object.entries(files).flatMap(([file, text]) =>
      file.endsWith("reference-data.sql") ? text : [],
    );
    const names = [spanish.Book, spanish.Video, spanish.Audio].map((name) => name.toLowerCase());
    expect(names.filter((name) => !searchData.includes(name))).toEqual([]);
  });

  it("has no unused sentence", () => {
    const unused = entries.filter(([english]) => {
      const [longestPart = ""] = english.split(/\{\w+\}/).toSorted((a, b) => b.length - a.length);
      return !source.includes(longestPart.trim());
    });
    expect(unused.map(([english]) => english)).toEqual([]);
  });

  it("has every sentence of the specification for borrowers", () => {
    const forBorrowers = Object.values(messages).flatMap((group) =>
      Object.entries(group).filter(([name]) => !staffOnly.has(name)),
    );
    expect(forBorrowers.length).toBeGreaterThan(35);
    expect(forBorrowers.filter(([, sentence]) => !Object.hasOwn(spanish, sentence))).toEqual([]);
  });

  it("uses the formal address, and no foreign words", () => {
    const familiar = entries.filter(([, text]) => /\b(tú|tu|tus|te|contigo|haz|puedes|quieres|busca tu)\b/i.test(text));
    expect(familiar).toEqual([]);
    const foreign = entries.filter(([, text]) => /\b(ordenador|inventario|login|email|mail|password)\b/i.test(text));
    expect(foreign).toEqual([]);
  });

  it("has one kind of quotation marks", () => {
    const others = entries.map(([, text]) => text).filter((text) => /[«»"]/.test(text));
    expect(others).toEqual([]);
  });

  it("has no plural in a sentence that may count one", () => {
    const several = entries.filter(
      ([english, text]) => english.startsWith("Only {left}") && /\{left\} \w+s\b/.test(text),
    );
    expect(several).toEqual([]);
  });
});

describe("subjects and grades", () => {
  it("have the names that staff gave them, or their English names", () => {
    const { called, say } = withCodeNames(speakSpanish, { Safety: "Seguridad", Book: "Otro" });
    expect(["Safety", "Gardening", "constructor"].map(called)).toEqual(["Seguridad", "Gardening", "constructor"]);
    expect(say("Book")).toBe("Libro");
    expect(withCodeNames(speakSpanish, undefined)).toBe(speakSpanish);
  });
});

describe("the Spanish translation", () => {
  const { t, say, number } = speakSpanish;

  it("fills in its placeholders", () => {
    expect(t("Order #{id}", { id: 1234 })).toBe("Pedido núm. 1234");
    expect(t("{items} for “{text}”", { items: "2 materiales", text: "{n}" })).toBe("2 materiales para “{n}”");
    expect(number(1912)).toBe("1,912");
  });

  it.each(borrowerMessages)("exists for the server's message: %s", (sentence) => {
    expect(say(sentence)).not.toBe(sentence);
  });

  it("of a refusal with parameters depends on its reason, not its message", () => {
    const saying = (reason: Reason, errors: FieldError[] = []) => say({ message: "Any sentence.", reason, errors });
    expect(saying({ kind: "only-left", left: 2 })).toBe("Disponibles: solo 2.");
    const titles = [
      { id: 1, title: 'What is "health"? A guide', left: 0 },
      { id: 2, title: "Safety. Book", left: 2 },
    ];
    expect(saying({ kind: "short-stock", titles })).toBe(
      '“What is "health"? A guide” no está disponible. Disponibles de “Safety. Book”: solo 2.',
    );
    const short: Reason = { kind: "password-too-short", min: 8 };
    expect(saying(short)).toBe("La contraseña debe tener al menos 8 caracteres.");
    const errors = [
      { field: "password", message: "Any sentence.", reason: short },
      { field: "userName", message: messages.field.userName },
    ];
    expect(saying({ kind: "invalid" }, errors)).toBe(
      "Corrija los campos no válidos. La contraseña debe tener al menos 8 caracteres. " + say(messages.field.userName),
    );
    expect(say({ message: plainRefusals["terms-changed"], reason: { kind: "terms-changed" } })).toBe(
      say(plainRefusals["terms-changed"]),
    );
  });

  it("leaves unknown and Spanish text as it is", () => {
    for (const text of ["Safety first", "Disponibles: solo 2.", "", "constructor", "toString"]) {
      expect(say(text)).toBe(text);
    }
  });
});

describe("the length of a title in Spanish", () => {
  it.each([
    ["22 pages", "22 páginas"],
    ["36 lessons, 240 pages", "36 lecciones, 240 páginas"],
    ["1 page", "1 página"],
    ["iv, 22 p.", "iv, 22 páginas"],
    ["5 hours 38 minutes", "5 horas 38 minutos"],
    ["1 hr., 5 min", "1 hora, 5 minutos"],
    ["45 seconds", "45 segundos"],
    ["12 unnumbered pages", "12 páginas sin numerar"],
  ])("is translated: %s", (english, inSpanish) => expect(speakSpanish.say(english)).toBe(inSpanish));

  it.each(["1 videodisc (45 min)", "22 pages and a poster", "toString", ""])("stays as it is: %j", (length) =>
    expect(speakSpanish.say(length)).toBe(length),
  );
});
