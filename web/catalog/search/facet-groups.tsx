import type { Facet, FacetKind } from "#contract/catalog/facets.ts";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { addressOfFilters, type Filters } from "#web/catalog/filters.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { useNavigate } from "#web/ui/router/router.tsx";
import styles from "./facets.module.css";
import { languageName } from "#contract/catalog/title-languages.ts";
import { categoriesQuery, gradesQuery, subjectsQuery } from "#web/catalog/catalog-queries.ts";
import { call } from "#web/lib/call.ts";

/** `isReady`: the result is there, which comes first. */
/** What the titles can be narrowed by, with the number of titles that each value would give. */
export function FacetGroups({ next, isReady }: { next: Filters; isReady: boolean }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const [unfolded, setUnfolded] = useState<readonly FacetKind[]>([]);
  const query = useQuery({
    ...facetsQuery(next, unfolded.length > 0 ? sizes.most : sizes.few),
    enabled: isReady,
  });
  if (!query.data)
    return query.isError ? (
      <div className={styles.failed}>
        <p>{t("The filters couldn’t load.")}</p>
        <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t("Try again")}
        </Button>
      </div>
    ) : (
      <SkeletonLines lines={12} />
    );
  return (
    <div className={styles.groups} aria-busy={query.isPlaceholderData || undefined}>
      {query.data.facets.map((facet) => (
        <Group
          key={facet.kind}
          facet={facet}
          chosen={valuesOf(next, facet.kind)}
          isUnfolded={unfolded.includes(facet.kind)}
          onFold={() =>
            setUnfolded((before) =>
              before.includes(facet.kind) ? before.filter((each) => each !== facet.kind) : [...before, facet.kind],
            )
          }
          onToggle={(value) => void navigate(addressOfFilters(toggled(next, facet.kind, value)))}
        />
      ))}
    </div>
  );
}

type GroupProps = {
  facet: Facet;
  /** As the address has it, at once: the counts come later. */
  chosen: readonly string[];
  isUnfolded: boolean;
  onFold: () => void;
  onToggle: (value: string) => void;
};

function Group({ facet: { kind, values, more }, chosen, isUnfolded, onFold, onToggle }: GroupProps) {
  const { t, say, called, number } = useLanguage();
  const named = (name: string) => (kind === "subjects" || kind === "grades" ? called(name) : say(name));
  const isLong = kind !== "formats" && kind !== "grades"; // those are few
  const shown = isLong && !isUnfolded ? values.filter(({ isChosen }, at) => isChosen || at < sizes.few) : values;
  const rest = values.length - shown.length + more;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t(labels[kind])}</legend>
      {shown.map(({ value, name, titles }) => (
        <label key={value} className={styles.choice}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
          <span className={styles.name}>{(name && named(name)) || t("No longer offered")}</span>{" "}
          <span className={styles.titles}>({number(titles)})</span>
        </label>
      ))}
      {isLong && (rest > 0 || isUnfolded) && (
        <p className={styles.rest}>
          <button type="button" className={styles.fold} aria-expanded={isUnfolded} onClick={onFold}>
            {isUnfolded ? t("Show fewer") : t("Show {n} more", { n: number(Math.min(rest, sizes.most - sizes.few)) })}
            <VisuallyHidden> {t(labels[kind])}</VisuallyHidden>
          </button>
          {isUnfolded && more > 0 && values.length >= sizes.most && (
            <span>{t("{n} more are not listed.", { n: number(more) })}</span>
          )}
        </p>
      )}
    </fieldset>
  );
}

/** The kinds of facets, in their order on the page. */
export const kinds = ["formats", "subjects", "grades", "languages", "years", "publishers"] as const;

/** How many values of a kind are shown at first, and at most. */
export const sizes = { few: 6, most: 100 };

export const labels = {
  formats: "Category",
  subjects: "Subject",
  grades: "Grade",
  languages: "Language",
  years: "Year",
  publishers: "Publisher",
} as const;

const between = "|";

export const valuesOf = (filters: Filters, kind: FacetKind) =>
  filters[kind] === "" ? [] : filters[kind].split(between);

/** The filters with this value, or without it where it was chosen, from their first page on. */
export function toggled(filters: Filters, kind: FacetKind, value: string): Filters {
  const chosen = valuesOf(filters, kind);
  const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  return { ...filters, [kind]: next.join(between), page: 1 };
}

/** What a value is called in the reader's language; for chips, which do not wait for the counts. */
export function useNames(): (kind: FacetKind, value: string) => string {
  const { t, say, called } = useLanguage();
  const categories = useQuery(categoriesQuery).data;
  const subjects = useQuery(subjectsQuery).data;
  const grades = useQuery(gradesQuery).data;
  return (kind, value) => {
    const code = Number(value);
    const names = {
      formats: () => say(categories?.find(({ categoryId }) => categoryId === code)?.categoryName ?? ""),
      subjects: () => called(subjects?.find(({ subjectId }) => subjectId === code)?.subjectName ?? ""),
      grades: () => called(grades?.find(({ gradeId }) => gradeId === code)?.gradeName ?? ""),
      languages: () => say(languageName(value)),
      years: () => value,
      publishers: () => value,
    };
    return names[kind]() || t("No longer offered");
  };
}

/** What these filters find, apart from the order and the page. */
function searchOf({ text, category, subject, grade = 0, sort: _sort, page: _page, ...rest }: Filters) {
  return { ...rest, searchString: text, categoryId: category, subjectId: subject, gradeId: grade };
}

/** The counts beside the result; those of the result before stay until then. Without them the result is as good. */
export function facetsQuery(filters: Filters, most: number) {
  const query = { ...searchOf(filters), most };
  return queryOptions({
    queryKey: ["catalog", "facets", query],
    queryFn: async ({ signal }) => (await call("GET Inventory/GetFacets", { query }, { signal })).data,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { background: true },
  });
}

/** What helps where nothing was found. */
export function helpQuery(filters: Filters) {
  const query = searchOf(filters);
  return queryOptions({
    queryKey: ["catalog", "help", query],
    queryFn: async ({ signal }) => (await call("GET Inventory/GetSearchHelp", { query }, { signal })).data,
    retry: false,
    meta: { background: true },
  });
}
