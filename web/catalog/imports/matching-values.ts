import { type ImportDetail, type ImportField, importFieldNames } from "#contract/catalog/imports.ts";
import type { Matching } from "./import-queries.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import type { FieldProblem, Kept } from "#web/ui/form/form-state.ts";
import type { FormHandle } from "#web/ui/form/use-form.ts";

export function valuesOf({
  settings: { fields, defaults, existing, unknown, longTitles },
}: Pick<ImportDetail, "settings">) {
  const { categoryId, subjectId, copies, gradeId, description } = defaults;
  return { fields, categoryId, subjectId, copies: String(copies), gradeId, description, existing, unknown, longTitles };
}

export type MatchingValues = ReturnType<typeof valuesOf>;
export type MatchingForm = FormHandle<MatchingValues>;

/** Choices saved when a session ends, by import. */
export const matchingWork = keptWork<Kept<MatchingValues>>();

export function bodyOf(values: MatchingValues): Matching {
  const { fields, existing, unknown, longTitles, copies, ...defaults } = values;
  const number = fields.includes("copies") ? 1 : Number(copies);
  return { fields, existing, unknown, longTitles, defaults: { ...defaults, copies: number } };
}

export function columnId(at: number): string {
  return `fields.${at}`;
}

const mayRepeat = new Set<ImportField>(["description", "tags"]);

/** Returns what must be fixed before the check, in form order. */
export function problemsOf(values: MatchingValues, kind: ImportDetail["kind"]): FieldProblem[] {
  const { fields, copies } = values;
  const repeated = fields.flatMap((field, at) =>
    field && !mayRepeat.has(field) && fields.indexOf(field) < at
      ? [{ field: columnId(at), message: `Only one column can be the ${importFieldNames[field]}.` }]
      : [],
  );
  const isCopies = fields.includes("copies") || (/^\d+$/.test(copies.trim()) && Number(copies) <= 50);
  return [
    ...(kind === "csv" && !fields.includes("title")
      ? [{ field: columnId(0), message: "Choose the column that holds the titles." }]
      : []),
    ...repeated,
    ...(isCopies ? [] : [{ field: "copies", message: "Number of copies must be from 0 to 50." }]),
  ];
}
