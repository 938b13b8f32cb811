import type { Facet, FacetKind } from "#contract/catalog/facets.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import styles from "./facets.module.css";
import { languageName } from "#contract/catalog/title-languages.ts";
import {
  addressOfFilters,
  categoriesQuery,
  type Filters,
  gradesQuery,
  subjectsQuery,
} from "#web/catalog/catalog-queries.ts";
import { call } from "#web/lib/call.ts";
import { dataQuery } from "#web/lib/queries.ts";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { useNavigate } from "#web/ui/router.tsx";

/** Shows the filters with the number of titles for each. Waits for `isReady`, so that the results load first. */
export function FacetGroups({ next, isReady }: { next: Filters; isReady: boolean }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const [openKinds, setOpenKinds] = useState<readonly FacetKind[]>([]);
  const query = useQuery({
    ...facetsQuery(next, openKinds.length > 0 ? sizes.max : sizes.initial),
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
          isUnfolded={openKinds.includes(facet.kind)}
          onFold={() =>
            setOpenKinds((before) =>
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
  /** From the address, because the counts load later. */
  chosen: readonly string[];
  isUnfolded: boolean;
  onFold: () => void;
  onToggle: (value: string) => void;
};

function Group({ facet: { kind, values, more }, chosen, isUnfolded, onFold, onToggle }: GroupProps) {
  const { t, say, called, number } = useLanguage();
  const translate = (name: string) => (kind === "subjects" || kind === "grades" ? called(name) : say(name));
  const isLong = kind !== "formats" && kind !== "grades";
  const visible = isLong && !isUnfolded ? values.filter(({ isChosen }, at) => isChosen || at < sizes.initial) : values;
  const rest = values.length - visible.length + more;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t(labels[kind])}</legend>
      {visible.map(({ value, name, titles }) => (
        <label key={value} className={styles.choice}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
          <span className={styles.name}>{(name && translate(name)) || t("No longer offered")}</span>{" "}
          <span className={styles.titles}>({number(titles)})</span>
        </label>
      ))}
      {isLong && (rest > 0 || isUnfolded) && (
        <p className={styles.rest}>
          <button type="button" className={styles.fold} aria-expanded={isUnfolded} onClick={onFold}>
            {isUnfolded
              ? t("Show fewer")
              : t("Show {n} more", { n: number(Math.min(rest, sizes.max - sizes.initial)) })}
            <VisuallyHidden> {t(labels[kind])}</VisuallyHidden>
          </button>
          {isUnfolded && more > 0 && values.length >= sizes.max && (
            <span>{t("{n} more are not listed.", { n: number(more) })}</span>
          )}
        </p>
      )}
    </fieldset>
  );
}

/** The kinds of facets, in their order on the page. */
export const kinds = ["formats", "subjects", "grades", "languages", "years", "publishers"] as const;

/** The maximum number of values of a kind, at first and after "Show more". */
const sizes = { initial: 6, max: 100 };

const labels = {
  formats: "Category",
  subjects: "Subject",
  grades: "Grade",
  languages: "Language",
  years: "Year",
  publishers: "Publisher",
} as const;

const separator = "|";

export const valuesOf = (filters: Filters, kind: FacetKind) =>
  filters[kind] === "" ? [] : filters[kind].split(separator);

/** Adds a value to the filters, or removes it, and returns to the first page. */
export function toggled(filters: Filters, kind: FacetKind, value: string): Filters {
  const values = valuesOf(filters, kind);
  const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
  return { ...filters, [kind]: next.join(separator), page: 1 };
}

/** Returns a function that names a value in the reader's language without waiting for the counts. */
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

/** Returns the query of these filters without sorting and page. */
function searchOf({ text, category, subject, grade = 0, sort: _sort, page: _page, ...rest }: Filters) {
  return { ...rest, searchString: text, categoryId: category, subjectId: subject, gradeId: grade };
}

const inBackground = { retry: false, meta: { background: true } } as const;

/** Loads the counts; those of the previous results stay until then. */
function facetsQuery(filters: Filters, maxValues: number) {
  const query = { ...searchOf(filters), most: maxValues };
  return dataQuery(["catalog", "facets", query], (context) => call("GET Inventory/GetFacets", { query }, context), {
    ...inBackground,
    keepPrevious: true,
  });
}

/** Loads suggestions for a search without results. */
export function helpQuery(filters: Filters) {
  const query = searchOf(filters);
  return dataQuery(
    ["catalog", "help", query],
    (context) => call("GET Inventory/GetSearchHelp", { query }, context),
    inBackground,
  );
}
