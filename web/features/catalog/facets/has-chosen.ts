import type { Filters } from "#web/features/catalog/filters.ts";

/** Whether values of facets are chosen. */
export const hasChosen = ({ formats, subjects, grades, languages, years, publishers }: Filters) =>
  formats + subjects + grades + languages + years + publishers !== "";
