import { addressOfFilters, type Filters } from "#web/features/catalog/filters.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { X } from "#web/ui/first-icons.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { kinds, toggled, useNames, valuesOf } from "./chosen-values.ts";
import styles from "./facets.module.css";

/** The chosen values, each of which can be taken off. */
export function ChosenChips({ next }: { next: Filters }) {
  const { t } = useLanguage();
  const nameOf = useNames();
  const chosen = kinds.flatMap((kind) => valuesOf(next, kind).map((value) => ({ kind, value })));
  if (chosen.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t("Chosen filters")}>
      {chosen.map(({ kind, value }) => {
        const filter = nameOf(kind, value);
        return (
          <li key={`${kind} ${value}`}>
            <Link
              to={addressOfFilters(toggled(next, kind, value))}
              className={styles.chip}
              aria-label={t("Take off {filter}", { filter })}
            >
              {filter}
              <X size={16} />
            </Link>
          </li>
        );
      })}
      {chosen.length > 1 && (
        <li>
          <Link
            to={addressOfFilters(kinds.reduce((all, kind) => ({ ...all, [kind]: "" }), { ...next, page: 1 }))}
            className={styles.chip}
          >
            {t("Take off all")}
          </Link>
        </li>
      )}
    </ul>
  );
}
