import { useLanguage } from "#web/language/use-language.ts";
import styles from "#web/language/no-spanish.module.css";

/** Renders plain text as paragraphs, split at blank lines. */
export function Paragraphs({ text, lang }: { text: string; lang?: string | undefined }) {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph, at) => (
      <p key={at} lang={lang}>
        {paragraph}
      </p>
    ));
}

/** Returns "en" for a text without a Spanish version, undefined if the text is in the page's language. */
export function langOf<Name extends string>(
  of: { readonly [Field in `${Name}InSpanish`]?: string | undefined },
  name: Name,
): "en" | undefined {
  const field: `${Name}InSpanish` = `${name}InSpanish`;
  return of[field] === "" ? "en" : undefined;
}

/** Tells Spanish readers that some of the texts are still in English. Ignores names and links. */
export function NoSpanishYet({ of }: { of: object }) {
  return isPartlyEnglish(of) ? <NoSpanish /> : null;
}

const texts = /^(heading|lead|mission|text|quote|about|title)InSpanish$/;

const isPartlyEnglish = (content: object): boolean =>
  Object.entries(content).some(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? isPartlyEnglish(value) : value === "" && texts.test(name),
  );

export function NoSpanish() {
  return <p className={styles.note}>{useLanguage().t("This text isn’t available in Spanish yet.")}</p>;
}
