import { boundsInWords, daySentences, unavailableSentences } from "#contract/orders/day-sentences.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { fillPlaces, type Language, speak, type Told } from "#web/language/language.ts";
import spanish from "./spanish.json" with { type: "json" };

const sentences: Readonly<Record<string, string>> = spanish;

/** Translates a sentence of the catalog; an unknown one stays. */
const translate = (sentence: string): string =>
  Object.hasOwn(sentences, sentence) ? (sentences[sentence] ?? sentence) : sentence;

/** Translates a message. One with parameters is translated by its reason, because its text varies. */
function sayInSpanish(input: string | Told, t: Language["t"]): string {
  if (typeof input === "string") return Object.hasOwn(sentences, input) ? translate(input) : lengthInSpanish(input);
  const { message, reason, errors = [] } = input;
  if (reason?.kind === "invalid" && errors.length > 0) {
    const each = errors.map((error) => sayInSpanish(error, t));
    return [t("Please correct the invalid fields."), ...new Set(each)].join(" ");
  }
  if (reason?.kind === "borrower-blocked")
    return t(
      "The library stopped new orders from this account: {explanation} Its current loans can still be returned.",
      reason,
    );
  if (reason?.kind === "only-left") return t("Only {left} in stock.", reason);
  if (reason?.kind === "password-too-short") return t("Password must be at least {min} characters.", reason);
  if (reason?.kind === "text-too-long") return t("This text cannot be longer than {max} characters.", reason);
  if (reason?.kind === "lending-limit")
    return t(ownMessages.lendingLimitSentence(reason), ownMessages.lendingLimitInWords(reason));
  if (reason?.kind === "short-stock") {
    return reason.titles
      .map((short) =>
        short.left === 0 ? t('"{title}" is out of stock.', short) : t('Only {left} of "{title}" in stock.', short),
      )
      .join(" ");
  }
  if (reason?.kind === "teaching-days")
    return fillPlaces(translate(daySentences[reason.cause]), boundsInWords(reason, "es-US"));
  if (reason?.kind === "no-room")
    return reason.titles
      .flatMap((title) => {
        const { kinds, values } = unavailableSentences(title, "es-US");
        return kinds.map((kind) => fillPlaces(translate(daySentences[kind]), values));
      })
      .join(" ");
  return translate(message);
}

export const speakSpanish = speak(
  "es",
  (sentence, values) => fillPlaces(sentences[sentence] ?? sentence, values),
  sayInSpanish,
);

type Unit = readonly [singular: string, plural: string];
const pages: Unit = ["página", "páginas"];
const hours: Unit = ["hora", "horas"];
const minutes: Unit = ["minuto", "minutos"];
const seconds: Unit = ["segundo", "segundos"];

const units = new Map<string, Unit>([
  ...(["page", "pages", "p"] as const).map((word): [string, Unit] => [word, pages]),
  ...(["hour", "hours", "hr", "hrs"] as const).map((word): [string, Unit] => [word, hours]),
  ...(["minute", "minutes", "min"] as const).map((word): [string, Unit] => [word, minutes]),
  ...(["second", "seconds", "sec"] as const).map((word): [string, Unit] => [word, seconds]),
  ["volume", ["volumen", "volúmenes"]],
  ["volumes", ["volumen", "volúmenes"]],
  ["leaf", ["hoja", "hojas"]],
  ["leaves", ["hoja", "hojas"]],
  ["lessons", ["lección", "lecciones"]],
  ["games", ["juego", "juegos"]],
]);

/**
 * Translates the length of a title, "22 pages" or "1 hour, 5 min.", if it knows every word; otherwise returns it
 * unchanged.
 */
export function lengthInSpanish(length: string): string {
  let rest = length; // everything except counts of known units
  const translation = length.replaceAll(countPattern, (part, count: string, bare: string | undefined, word: string) => {
    const unit = units.get(word.toLowerCase());
    if (!unit) return part;
    rest = rest.replace(part, "");
    return `${count} ${unit[count === "1" ? 0 : 1]}${bare ? " sin numerar" : ""}`;
  });
  return /^(?:[ivxlc]+|[\s\d,;:()[\]])*$/u.test(rest) ? translation : length; // the first pages may have Roman numerals
}

const countPattern = /(\d+)( unnumbered)? ([a-z]+)\b\.?/giu;
