import type { Filters } from "#web/catalog/filters.ts";

export const hasChosen = ({ formats, subjects, grades, languages, years, publishers }: Filters) =>
  formats + subjects + grades + languages + years + publishers !== "";
