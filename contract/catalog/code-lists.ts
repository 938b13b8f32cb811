import * as z from "zod/mini";
import { largest, limits } from "#contract/catalog/codes.ts";
import { bodyLimits } from "#contract/wire/size-limits.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { maxGrades } from "#contract/catalog/grade-masks.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { text, version, whole } from "#contract/wire/text.ts";

/** The lists that managers edit. Categories are fixed because icons, SKUs, and imports depend on them. */
export const codeLists = ["subjects", "grades"] as const;
export type CodeList = (typeof codeLists)[number];

/** The maximum entries per list, including hidden ones, and the maximum characters in names and other words. */
export const codeLimits = { subjects: 100, grades: maxGrades, name: 60, alsoCalled: 300 } as const;

/**
 * A subject or grade; `id` is 0 for a new one. A search for a word in `alsoCalled`, in any language, finds the entry's
 * titles. A hidden entry stays on its titles but isn't offered for others.
 */
const entry = z.object({
  id: whole(0, largest.integer),
  name: text(limits.prose),
  nameInSpanish: text(limits.prose),
  alsoCalled: text(limits.prose),
  isHidden: z.boolean(),
});
export type CodeEntry = z.output<typeof entry>;

const list = z.object({ entries: z.array(entry), version: z.number() });
export type StoredList = z.output<typeof list>;
const lists = z.object({ subjects: list, grades: list });
export type StoredLists = z.output<typeof lists>;

/**
 * Extension: returns the subjects and grades in order, without "All grades", including the details that only managers
 * see.
 */
export const getCodeLists = endpoint("GET Code/GetLists", { access: "manager", answer: { data: lists } });

/** Strips accents, case, and punctuation for comparing names. */
const keyOf = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const picture = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

const name = (field: string) =>
  z.string().check(
    z.minLength(1, ownMessages.required(field)),
    z.maxLength(codeLimits.name, ownMessages.tooLong(field, codeLimits.name)),
    z.refine(
      (value) => value === "" || (/[\p{L}\p{N}]/u.test(value) && !picture.test(value)),
      ownMessages.notName(field),
    ),
  );

/** "All grades" isn't in the list, but nothing else may use its names. */
const fixedNames = { name: "All grades", nameInSpanish: "Todos los grados" } as const;

/** Checks a list. The `field` of a problem is a path such as "entries.3.name". */
export const codeListRules = z
  .object({
    list: z.enum(codeLists),
    entries: z.array(
      z.object({
        name: name("Name"),
        nameInSpanish: name("Name in Spanish"),
        alsoCalled: z
          .string()
          .check(z.maxLength(codeLimits.alsoCalled, ownMessages.tooLong("Also found by", codeLimits.alsoCalled))),
      }),
    ),
  })
  .check(({ value: { list, entries }, issues }) => {
    const object = (path: (string | number)[], message: string) =>
      issues.push({ code: "custom", message, path: ["entries", ...path], input: entries });
    if (entries.length > codeLimits[list]) object([], ownMessages.tooMany(codeLimits[list]));
    for (const field of ["name", "nameInSpanish"] as const) {
      const seen = new Set(list === "grades" ? [keyOf(fixedNames[field])] : []);
      for (const [at, { [field]: text }] of entries.entries()) {
        const key = keyOf(text);
        if (key !== "" && seen.has(key)) object([at, field], ownMessages.nameTwice(text));
        seen.add(key);
      }
    }
    // import files separate grades with these characters
    for (const [at, { name }] of entries.entries())
      if (list === "grades" && /[,;|]/.test(name)) object([at, "name"], ownMessages.noSeparators);
  });

/**
 * Extension: saves a list in the order of its entries. Nothing is ever deleted, so the list must include every stored
 * entry, but not "All grades". Rejects a stale `version`.
 */
export const saveCodeList = endpoint("POST Code/SaveList", {
  access: "manager",
  body: z.object({ list: z.enum(codeLists), version, entries: z.array(entry).check(z.maxLength(1000, "too many")) }),
  bodyBytes: bodyLimits.withTexts,
  rules: codeListRules,
  answer: { data: lists },
});
