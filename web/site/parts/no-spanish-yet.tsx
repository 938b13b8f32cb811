import { NoSpanish } from "#web/language/no-spanish.tsx";

/** Says to readers of Spanish that some of a content's texts are still English. Names and links speak for themselves. */
export function NoSpanishYet({ of }: { of: object }) {
  return isPartlyEnglish(of) ? <NoSpanish /> : null;
}

const texts = /^(heading|lead|mission|text|quote|about|title)InSpanish$/;

const isPartlyEnglish = (content: object): boolean =>
  Object.entries(content).some(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? isPartlyEnglish(value) : value === "" && texts.test(name),
  );
