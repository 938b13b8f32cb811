import * as z from "zod/mini";
import { largest, limits } from "#contract/catalog/codes.ts";
import { partsText } from "#contract/catalog/parts.ts";
import { weightText } from "#contract/catalog/weights.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { labelOf } from "./label-of.ts";
import { moneyText } from "./money.ts";

// Invisible characters that trim keeps: a title of only these could not be seen or clicked.
const nothingToSee = /^[\s\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]+$/u;

// Characters that reverse the direction of the text after them: a title could read as another one and garble the rest
// of the line. The Hebrew and Arabic marks (U+200E, U+200F, U+061C) do not.
const turnsAround = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Text of a wire object: trimmed, at most `most` characters, without direction overrides; missing, null, and invisible
 * text count as empty.
 */
export function text(most: number = limits.line) {
  return trimmed(most, (value) => value.replace(turnsAround, ""));
}

/** A web address: nothing is removed, because that would change where it leads; its rule refuses what is wrong. */
export function webAddressText(most: number) {
  return trimmed(most, (value) => value);
}

function trimmed(most: number, without: (value: string) => string) {
  return z.pipe(
    z.transform((value: string | null | undefined) => value ?? ""),
    z.string().check(
      z.overwrite(without),
      z.trim(),
      z.overwrite((value) => (nothingToSee.test(value) ? "" : value)),
      z.maxLength(most, `cannot be longer than ${most} characters`),
    ),
  );
}

/** The rule of a form's text that may be so long, as `text` and `secret` allow: the form says it before anything is sent. */
export const longest = (most: number = limits.line) =>
  z.maxLength(most, { error: ({ path = [] }) => ownMessages.tooLong(labelOf(path), most) });

/** A text of a form that may be empty. */
export const short = (most?: number) => z.string().check(longest(most));

/** A text of a form that must be there. */
export const given = (sentence: string, most?: number) => z.string().check(z.minLength(1, sentence), longest(most));

/** Such a text that an answer may leave out. */
export function textOrNothing(most: number, tooLong: string) {
  return z.pipe(
    z._default(z.nullable(z.string()), ""),
    z.pipe(
      z.transform((value: string | null): string | undefined => text(Infinity).parse(value)),
      z.optional(z.string().check(z.maxLength(most, tooLong))),
    ),
  );
}

/** An amount of a body, normalized; whether it is one is a rule. Text, because JSON has no exact fractions. */
export const money = z.pipe(text(), z.transform(moneyText));

/** The parts of a title, or some of them, as they are kept (contract/catalog/parts.ts). */
export const partsField = z.pipe(
  text(limits.prose),
  z.transform((typed) => partsText(typed)),
);

export const weightField = z.pipe(text(), z.transform(weightText));

/** Passwords are kept as typed, spaces included. */
export const secret = z.pipe(
  z.transform((value: string | null | undefined) => value ?? ""),
  z.string().check(z.maxLength(limits.line, "cannot be longer than 200 characters")),
);

/** A text as the number it says. What is neither stays: JavaScript cannot make a number of every object. */
export const numberOf = <Value>(value: Value) => (typeof value === "string" ? Number(value) : value);

export const whole = (least: number, most: number) =>
  z
    .int("must be a whole number")
    .check(
      z.gte(least, `must be ${least} or more`),
      z.lte(most, most < 1_000_000 ? `cannot be more than ${most}` : "is too large"),
    );

const digitsAsNumber = z.transform((value: number | string) =>
  typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value,
);

export const id = z.pipe(digitsAsNumber, whole(1, largest.integer));

/** Ids in an address, separated by commas, at most so many; none without any. */
export const idsUpTo = (most: number) =>
  z.pipe(
    z.transform((value: string | undefined): (number | string)[] =>
      String(value ?? "")
        .split(",")
        .filter(Boolean),
    ),
    z.array(id).check(z.maxLength(most, `cannot be more than ${most}`)),
  );

/** A version, which counts from 0. */
export const version = whole(0, largest.integer);

/** The version that was read, as a number or in digits; without it, a save is not checked for conflicts. */
export const versionRead = z.optional(z.nullable(z.pipe(digitsAsNumber, version)));

export const versionInPath = z.pipe(digitsAsNumber, version);

const numberOrNothing = z.transform((value: number | string | null | undefined) =>
  value === undefined || value === null || value === "" ? 0 : numberOf(value),
);

/** An optional code of a list: 0, empty, and missing mean "all". */
export const codeOrAll = z.pipe(numberOrNothing, whole(0, largest.smallint));

/** An optional id or mask of grades: 0, empty, and missing mean "all". */
export const idOrAll = z.pipe(numberOrNothing, whole(0, largest.integer));

/** A code that is sent with a form, whose rule says what is wrong with one that is missing or below 1. */
export const sentCode = z.pipe(numberOrNothing, whole(-largest.integer, largest.integer));

/** A flag in a path or a query: true/false/1/0. */
export const flag = z.pipe(
  z.transform((value: boolean | string) =>
    value === "true" || value === "1" ? true : value === "false" || value === "0" ? false : value,
  ),
  z.boolean("must be true or false"),
);

/**
 * A calendar day from 1900 to 2999, YYYY-MM-DD; empty counts as none, and a time after the day is dropped. Days outside
 * that range are typing errors, and days cannot be added at the ends of the calendar.
 */
export const dayOrNothing = z.pipe(
  z.transform((value: string | null | undefined) =>
    value === undefined || value === null || value === ""
      ? null
      : typeof value === "string"
        ? value.slice(0, 10)
        : value,
  ),
  z.nullable(
    z.iso.date("must be a date, YYYY-MM-DD").check(z.regex(/^(?:19|2\d)\d\d-/, "must be a date from 1900 to 2999")),
  ),
);

/** A whole number in a query, which may be left out. */
export const wholeOrNothing = (least: number, most: number) =>
  z.optional(
    z.pipe(
      z.transform((value: number | string) => numberOf(value)),
      whole(least, most),
    ),
  );

export const pageNumber = wholeOrNothing(1, 1_000_000);

export const pageSize = wholeOrNothing(1, 100);

/** One of these names; empty and missing mean "all". */
export const nameOrAll = <const Name extends string>(names: readonly Name[], otherwise: string) =>
  z.pipe(
    z.transform((value: string | undefined) => value ?? ""),
    z.enum(["", ...names], otherwise),
  );
