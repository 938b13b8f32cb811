import * as z from "zod/mini";
import { largest, limits } from "../catalog/codes.ts";
import { partsText } from "../catalog/parts.ts";
import { weightText } from "../catalog/weights.ts";
import { ownMessages } from "./messages.ts";
import { moneyText } from "./money.ts";

// Characters that trim doesn't remove. Nobody could see or click a title made of only these.
const invisible = /^[\s\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]+$/u;

// These characters reverse the text after them, so a title could pass for another one and garble the rest of the line.
// The Hebrew and Arabic marks (U+200E, U+200F, U+061C) don't.
const directionOverrides = /[\u202A-\u202E\u2066-\u2069]/g;

/** Accepts text, which it trims and strips of direction overrides. Missing, null, and invisible text count as empty. */
export function text(maxLength: number = limits.line) {
  return trimmed(maxLength, (value) => value.replace(directionOverrides, ""));
}

/**
 * Accepts a web address unchanged, because removing characters would change where it leads. A rule rejects bad ones.
 */
export function webAddressText(maxLength: number) {
  return trimmed(maxLength, (value) => value);
}

function trimmed(maxLength: number, clean: (value: string) => string) {
  return z.pipe(
    z.transform((value: string | null | undefined) => value ?? ""),
    z.string().check(
      z.overwrite(clean),
      z.trim(),
      z.overwrite((value) => (invisible.test(value) ? "" : value)),
      z.maxLength(maxLength, `cannot be longer than ${maxLength} characters`),
    ),
  );
}

/** Checks the length of a form's text before it is sent. */
export const maxLength = (max: number = limits.line) =>
  z.maxLength(max, { error: ({ path = [] }) => ownMessages.tooLong(labelOf(path), max) });

/** Checks a form's optional text. */
export const optionalText = (max?: number) => z.string().check(maxLength(max));

/** Checks a form's required text. */
export const requiredText = (sentence: string, max?: number) =>
  z.string().check(z.minLength(1, sentence), maxLength(max));

/** Accepts text. Missing or empty text stays undefined. */
export function textOrNothing(max: number, tooLong: string) {
  return z.pipe(
    z._default(z.nullable(z.string()), ""),
    z.pipe(
      z.transform((value: string | null): string | undefined => text(Infinity).parse(value)),
      z.optional(z.string().check(z.maxLength(max, tooLong))),
    ),
  );
}

/** Normalizes an amount, which is text because JSON has no exact fractions. A rule checks that it is an amount. */
export const money = z.pipe(text(), z.transform(moneyText));

export const partsField = z.pipe(
  text(limits.prose),
  z.transform((typed) => partsText(typed)),
);

export const weightField = z.pipe(text(), z.transform(weightText));

/**
 * Normalizes a password, because computers compose letters in different ways and people log in from several. Keeps
 * spaces.
 */
export const passwordText = z
  .string()
  .check(z.normalize("NFKC"), z.maxLength(limits.line, "cannot be longer than 200 characters"))
  .brand<"Password">();

/** A normalized password, which is the only kind that can be hashed or compared. */
export type Password = z.output<typeof passwordText>;

/** Accepts a password; a missing one is empty. */
export const secret = z.pipe(
  z.transform((value: string | null | undefined) => value ?? ""),
  passwordText,
);

/** The secret of a link in an email, in the body, so that no URL contains it. */
export const linkSecret = z.object({ token: text(limits.line) });

/** Converts only text, because JavaScript throws when it converts some objects. */
export const numberOf = <Value>(value: Value) => (typeof value === "string" ? Number(value) : value);

export const whole = (min: number, max: number) =>
  z
    .int("must be a whole number")
    .check(
      z.gte(min, `must be ${min} or more`),
      z.lte(max, max < 1_000_000 ? `cannot be more than ${max}` : "is too large"),
    );

const digitsAsNumber = z.transform((value: number | string) =>
  typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value,
);

export const id = z.pipe(digitsAsNumber, whole(1, largest.integer));

/** Accepts ids separated by commas. */
export const idsUpTo = (max: number) =>
  z.pipe(
    z.transform((value: string | undefined): (number | string)[] =>
      String(value ?? "")
        .split(",")
        .filter(Boolean),
    ),
    z.array(id).check(z.maxLength(max, `cannot be more than ${max}`)),
  );

export const version = whole(0, largest.integer);

/** Accepts the version that a save is based on. Without one, the save skips the check for conflicts. */
export const versionRead = z.optional(z.nullable(z.pipe(digitsAsNumber, version)));

export const versionInPath = z.pipe(digitsAsNumber, version);

const numberOrNothing = z.transform((value: number | string | null | undefined) =>
  value === undefined || value === null || value === "" ? 0 : numberOf(value),
);

/** 0, empty, and missing mean "all". */
export const codeOrAll = z.pipe(numberOrNothing, whole(0, largest.smallint));

/** 0, empty, and missing mean "all". Also for masks of grades. */
export const idOrAll = z.pipe(numberOrNothing, whole(0, largest.integer));

/** Accepts any code from a form. The form's rules reject a code that is missing or below 1. */
export const codeInput = z.pipe(numberOrNothing, whole(-largest.integer, largest.integer));

export const flag = z.pipe(
  z.transform((value: boolean | string) =>
    value === "true" || value === "1" ? true : value === "false" || value === "0" ? false : value,
  ),
  z.boolean("must be true or false"),
);

/** Treats years before 1900 and after 2999 as typos. */
export const yearInReach = (sentence: string) => z.regex(/^(?:19|2\d)\d\d-/, sentence);

/** Accepts YYYY-MM-DD, drops any time after it, and reads an empty text as null. */
export const dayOrNothing = z.pipe(
  z.transform((value: string | null | undefined) =>
    value === undefined || value === null || value === ""
      ? null
      : typeof value === "string"
        ? value.slice(0, 10)
        : value,
  ),
  z.nullable(z.iso.date("must be a date, YYYY-MM-DD").check(yearInReach("must be a date from 1900 to 2999"))),
);

export const wholeOrNothing = (min: number, max: number) =>
  z.optional(
    z.pipe(
      z.transform((value: number | string) => numberOf(value)),
      whole(min, max),
    ),
  );

export const pageNumber = wholeOrNothing(1, 1_000_000);

export const pageSize = wholeOrNothing(1, 100);

/** Empty and missing mean "all". */
export const nameOrAll = <const Name extends string>(
  names: readonly Name[],
  otherwise = `must be one of ${names.join(", ")}`,
) =>
  z.pipe(
    z.transform((value: string | undefined) => value ?? ""),
    z.enum(["", ...names], otherwise),
  );

/** Form labels that differ from the names on the wire. */
const labels: Readonly<Record<string, string>> = {
  borrowerName: "Full name",
  confirmPassword: "Verify password",
  referenceNumber: "SKU number",
  userName: "Username",
  words: "What happened",
};

/** Returns the label of a field: "School name" for `schoolName`. */
export function labelOf(path: readonly PropertyKey[]): string {
  const name = String(path.findLast((part) => typeof part === "string") ?? "This text");
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
