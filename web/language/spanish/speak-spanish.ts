import { boundsInWords, daySentences, sentencesOfNoRoom } from "#contract/orders/day-sentences.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { fillPlaces, type Language, speak, type Told } from "#web/language/language.ts";
import { lengthInSpanish } from "./lengths.ts";
import { spanish } from "./spanish.ts";

const sentences: Readonly<Record<string, string>> = spanish;

/** A sentence of the catalog; an unknown one stays. */
const known = (sentence: string): string =>
  Object.hasOwn(sentences, sentence) ? (sentences[sentence] ?? sentence) : sentence;

/**
 * Translates what comes from elsewhere. A sentence with parameters is translated by its reason, because its text
 * varies.
 */
function sayInSpanish(told: string | Told, t: Language["t"]): string {
  if (typeof told === "string") return Object.hasOwn(sentences, told) ? known(told) : lengthInSpanish(told);
  const { message, reason, errors = [] } = told;
  if (reason?.kind === "invalid" && errors.length > 0) {
    const each = errors.map((error) => sayInSpanish(error, t));
    return [t("Please correct the invalid fields."), ...new Set(each)].join(" ");
  }
  if (reason?.kind === "borrower-blocked")
    return t(
      "The library stopped new orders from this account: {because} What is out can still be seen and sent back.",
      reason,
    );
  if (reason?.kind === "only-left") return t("Only {left} in stock.", reason);
  if (reason?.kind === "password-too-short") return t("Password must be at least {least} characters.", reason);
  if (reason?.kind === "text-too-long") return t("This text cannot be longer than {most} characters.", reason);
  if (reason?.kind === "lending-limit") {
    const limit = t(ownMessages.lendingLimits[reason.of], reason);
    return reason.isConfirmed ? limit : `${limit} ${t(ownMessages.lendingLimits.confirmFirst)}`;
  }
  if (reason?.kind === "short-stock") {
    return reason.titles
      .map((short) =>
        short.left === 0 ? t('"{title}" is out of stock.', short) : t('Only {left} of "{title}" in stock.', short),
      )
      .join(" ");
  }
  if (reason?.kind === "teaching-days")
    return fillPlaces(known(daySentences[reason.because]), boundsInWords(reason, "es-US"));
  if (reason?.kind === "no-room")
    return reason.titles
      .flatMap((title) => {
        const { kinds, values } = sentencesOfNoRoom(title, "es-US");
        return kinds.map((kind) => fillPlaces(known(daySentences[kind]), values));
      })
      .join(" ");
  return known(message);
}

const texts: Readonly<Record<string, string>> = spanish;

export const speakSpanish = speak(
  "es",
  (sentence, values) => fillPlaces(texts[sentence] ?? sentence, values),
  sayInSpanish,
);
