import * as z from "zod/mini";
import { limits } from "../catalog/codes.ts";
import { ownMessages } from "../wire/messages.ts";
import { maxLength } from "../wire/text.ts";

// Mail programs turn these into links, with or without "https://", and decode what follows "=?". "St. John's" and "P.S. 12"
// aren't addresses.
const address =
  /:\/\/|\b(?:https?|ftps?|mailto|tel|sms):\S|\bwww[.。]|\S@\S|[^\s.。][.。][\p{L}\p{M}]{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b|=\?/iu;
const lineBreakOrControl = /[\p{Cc}\u2028\u2029]/u;
const invisible = /[\p{Cf}\p{DI}]/gu;

/** Treats look-alike characters as the ones they resemble, because a mail program may read them that way. */
const isPlain = (text: string) =>
  !lineBreakOrControl.test(text) && !address.test(text.normalize("NFKC").replace(invisible, ""));

/** Refuses links and line breaks in what people type about themselves: in an email, a link would look like the library's. */
export const plain = z.refine<string>(isPlain, ownMessages.notPlain);

/** Checks the name of a person or a school. */
export const plainName = z.string().check(z.trim(), maxLength(limits.name), plain);

export const requiredName = (sentence: string) => plainName.check(z.minLength(1, sentence));

/** The names of a school and its district, unless the directory has them. */
export const schoolNameRules = z.object({ schoolName: plainName, schoolDistrict: plainName });
