import type { Understood } from "#contract/catalog.ts";
import { addressOfFilters, type Filters } from "#web/features/catalog/filters.ts";
import type { Language } from "#web/language/language.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { X } from "#web/ui/first-icons.tsx";
import { Link } from "#web/ui/router/router.tsx";
import styles from "./understood-note.module.css";

/** Which word was looked for instead. */
export const correctionOf = (correction: Understood["corrections"][number], { t }: Language) =>
  t("No match for “{typed}”. Showing “{shown}”.", correction);

/** What a search was taken to mean, and the ways to take it back. */
export function UnderstoodNote({ understood, next }: { understood: Understood; next: Filters }) {
  const language = useLanguage();
  const { t, say, called } = language;
  const { corrections, also, filters, leftOut, asTyped } = understood;
  const search = (text: string) => addressOfFilters({ ...next, text, page: 1 });
  return (
    <div className={styles.note}>
      {filters.length > 0 && (
        <ul className={styles.chips} aria-label={t("Narrowed by your words")}>
          {filters.map(({ kind, name, without }) => {
            const shown = kind === "grade" ? name.split(", ").map(called).join(", ") : say(called(name));
            return (
              <li key={kind}>
                <Link
                  to={search(without)}
                  className={styles.chip}
                  aria-label={t("Take off {filter}", { filter: shown })}
                >
                  {shown}
                  <X size={16} />
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {corrections.map((correction) => (
        <p key={correction.typed}>{correctionOf(correction, language)}</p>
      ))}
      {also.map(({ typed, words }) => (
        <p key={typed}>{t("Also showing {words} for “{typed}”.", { words: words.join(", "), typed })}</p>
      ))}
      {leftOut.length > 0 && (
        <p>
          {t("Few items or none have all these words. Not every item has: {words}.", { words: leftOut.join(", ") })}
        </p>
      )}
      {corrections.length + also.length > 0 && (
        <Link to={search(asTyped)}>{t("Search for just “{text}”", { text: asTyped.replaceAll('"', "") })}</Link>
      )}
    </div>
  );
}
