import { useLanguage } from "#web/language/use-language.ts";
import styles from "#web/language/no-spanish.module.css";

/** Plain text with paragraphs: a blank line starts a new one. */
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

/** The language of a text of the site content, where it is not the page's: its Spanish version is missing. */
export function langOf<Name extends string>(
  of: { readonly [Field in `${Name}InSpanish`]?: string | undefined },
  name: Name,
): "en" | undefined {
  const field: `${Name}InSpanish` = `${name}InSpanish`;
  return of[field] === "" ? "en" : undefined;
}

/** Says to readers of Spanish that some of a content's texts are still English. Names and links speak for themselves. */
export function NoSpanishYet({ of }: { of: object }) {
  return isPartlyEnglish(of) ? <NoSpanish /> : null;
}

const texts = /^(heading|lead|mission|text|quote|about|title)InSpanish$/;

const isPartlyEnglish = (content: object): boolean =>
  Object.entries(content).some(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? isPartlyEnglish(value) : value === "" && texts.test(name),
  );

export function NoSpanish() {
  return <p className={styles.note}>{useLanguage().t("There is no Spanish version of this text yet.")}</p>;
}
