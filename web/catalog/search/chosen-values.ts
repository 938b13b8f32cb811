import type { FacetKind } from "#contract/catalog/facets.ts";
import { languageName } from "#contract/catalog/title-languages.ts";
import { useQuery } from "@tanstack/react-query";
import { categoriesQuery, gradesQuery, subjectsQuery } from "#web/catalog/catalog-queries.ts";
import type { Filters } from "#web/catalog/filters.ts";
import { useLanguage } from "#web/language/use-language.ts";

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
