import type { LanguageCode } from "./languages.ts";

const spanishMark = "InSpanish";

/**
 * Returns the site content in one language, without Spanish fields. Text without a Spanish version stays in English.
 */
export function contentIn<Content>(content: Content, language: LanguageCode): Content;
export function contentIn(content: unknown, language: LanguageCode): unknown {
  if (Array.isArray(content)) return content.map((entry: unknown) => contentIn(entry, language));
  if (typeof content !== "object" || content === null) return content;
  const fields = new Map<string, unknown>(Object.entries(content));
  const spanishOf = (name: string) => (language === "es" ? fields.get(name + spanishMark) : undefined);
  // a document takes precedence over an address, so they are replaced together
  const hasSpanishLink = Boolean(spanishOf("address")) || Boolean(spanishOf("document"));
  return Object.fromEntries(
    [...fields].flatMap(([name, value]): [string, unknown][] => {
      if (name.endsWith(spanishMark)) return [];
      const spanish = spanishOf(name);
      if (hasSpanishLink && (name === "address" || name === "document"))
        return [[name, spanish ?? (name === "address" ? "" : null)]];
      if (typeof spanish === "string" && spanish !== "") return [[name, spanish]];
      const isMissing = spanish === "" && (value !== "" || name === "address");
      return isMissing
        ? [
            [name, value],
            [name + spanishMark, ""],
          ]
        : [[name, contentIn(value, language)]];
    }),
  );
}
