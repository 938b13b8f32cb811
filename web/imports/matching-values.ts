import type { ImportDetail } from "#contract/imports/imports.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import type { Kept } from "#web/ui/form/form-state.ts";
import type { FormHandle } from "#web/ui/form/use-form.ts";
import type { Matching } from "./import-queries.ts";

export function valuesOf({
  format,
  settings: { fields, defaults, existing, unknown, longTitles, skuDigits },
}: Pick<ImportDetail, "format" | "settings">) {
  return { format, fields, ...defaults, copies: String(defaults.copies), existing, unknown, longTitles, skuDigits };
}

export type MatchingValues = ReturnType<typeof valuesOf>;
export type MatchingForm = FormHandle<MatchingValues>;

/** Stores unsaved choices by import when a session ends. */
export const matchingWork = keptWork<Kept<MatchingValues>>();

export function bodyOf(values: MatchingValues): Matching {
  const { format, fields, existing, unknown, longTitles, skuDigits, copies, ...defaults } = values;
  const number = /^\d+$/.test(copies.trim()) ? Number(copies) : 1; // a column has them otherwise
  return { format, fields, existing, unknown, longTitles, skuDigits, defaults: { ...defaults, copies: number } };
}

export function columnId(at: number): string {
  return `fields.${at}`;
}
