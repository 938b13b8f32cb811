import * as z from "zod/mini";
import { limits } from "../catalog/codes.ts";
import { ownMessages } from "../wire/messages.ts";
import { maxLength } from "../wire/text.ts";

// Mail programs turn these into links, with or without "https://". "St. John's" and "J.Smith" aren't addresses.
const address = /:\/\/|\bwww\.|\S@\S|[\p{L}\p{N}_-]{2,}[.．。｡]\p{L}{2,}|\.\p{L}{2,}\/|\d(?:\.\d+){3}/iu;
const lineBreakOrControl = /[\p{Cc}\u2028\u2029]/u;
const invisible = /\p{Cf}/gu;

/**
 * Checks the name of a person or a school. Names appear in emails, where an address in one would look like the
 * library's.
 */
export const plainName = z.string().check(
  z.trim(),
  maxLength(limits.name),
  z.refine(
    (name) => !lineBreakOrControl.test(name) && !address.test(name.replace(invisible, "")),
    ownMessages.nameNotPlain,
  ),
);

export const requiredName = (sentence: string) => plainName.check(z.minLength(1, sentence));

/** The names of a school and its district, unless the directory has them. */
export const schoolNameRules = z.object({ schoolName: plainName, schoolDistrict: plainName });
