import type { TakenOff } from "#contract/titles/facets.ts";
import { useQuery } from "@tanstack/react-query";
import { addressOfFilters, type Filters, noFilters } from "#web/features/catalog/filters.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Link } from "#web/ui/router/router.tsx";
import { useNames, valuesOf } from "./chosen-values.ts";
import styles from "./facets.module.css";
import { helpQuery } from "./facets-query.ts";

const lists = { category: "formats", subject: "subjects", grade: "grades" } as const;
const isList = (kind: TakenOff): kind is keyof typeof lists => kind in lists;

/** Where nothing was found: what is out of stock, what to take off and what that gives, and subjects that the words are near. */
export function SearchHelp({ filters, outOfStock }: { filters: Filters; outOfStock: number }) {
  const { t, called, number } = useLanguage();
  const nameOf = useNames();
  const { data } = useQuery(helpQuery(filters));
  const { text, ...rest } = noFilters;
  const everything = addressOfFilters({ ...rest, text: filters.text });
  const isNarrowed = addressOfFilters({ ...filters, inStockOnly: rest.inStockOnly, sort: "", page: 1 }) !== everything;
  const { without, subjects } = data ?? { without: [], subjects: [] };
  const isShort = without.length + subjects.length + outOfStock === 0;
  if (isShort && (!isNarrowed || filters.text === text)) return null;
  const n = number(outOfStock);
  const items = (n: number) => (n === 1 ? t("1 item") : t("{n} items", { n: number(n) }));
  const namesOf = (kind: TakenOff) =>
    isList(kind)
      ? nameOf(lists[kind], String(filters[kind] ?? ""))
      : valuesOf(filters, kind)
          .map((value) => nameOf(kind, value))
          .join(", ");
  const withoutKind = (kind: TakenOff): Filters => ({
    ...filters,
    [kind]: isList(kind) ? noFilters[kind] : "",
    page: 1,
  });
  return (
    <section className={styles.help} aria-label={t("What finds more")}>
      {outOfStock > 0 && (
        <p>
          {outOfStock === 1
            ? t("1 more item is out of stock right now.")
            : t("{n} more items are out of stock right now.", { n })}
        </p>
      )}
      <ul>
        {outOfStock > 0 && (
          <li>
            <Link to={addressOfFilters({ ...filters, inStockOnly: false, page: 1 })}>
              {outOfStock === 1 ? t("Show 1 out of stock") : t("Show {n} out of stock", { n })}
            </Link>
          </li>
        )}
        {without.map(({ kind, titles }) => (
          <li key={kind}>
            <Link to={addressOfFilters(withoutKind(kind))}>
              {t("Without {filter}: {items}", { filter: namesOf(kind), items: items(titles) })}
            </Link>
          </li>
        ))}
        {subjects.map(({ subjectId, subjectName, titles }) => (
          <li key={subjectId}>
            <Link to={addressOfFilters({ ...rest, subject: subjectId, inStockOnly: filters.inStockOnly })}>
              {t("Subject {subject}: {items}", { subject: called(subjectName), items: items(titles) })}
            </Link>
          </li>
        ))}
        {isNarrowed && filters.text !== text && (
          <li>
            <Link to={everything}>{t("Search everything")}</Link>
          </li>
        )}
      </ul>
    </section>
  );
}
