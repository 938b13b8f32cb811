import { useQuery } from "@tanstack/react-query";
import { together } from "#web/ui/feedback/together.ts";
import { categoriesQuery, gradesQuery, subjectsQuery } from "./catalog-queries.ts";

/** The lists that titles choose from, for what cannot do without one of them. */
export function useCodes() {
  return together({
    categories: useQuery(categoriesQuery),
    subjects: useQuery(subjectsQuery),
    grades: useQuery(gradesQuery),
  });
}
