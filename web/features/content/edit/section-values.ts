import type { SectionName, SiteContent } from "#contract/site/sections.ts";
import { sectionNames, siteContent } from "#contract/site/sections.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import * as z from "zod/mini";
import type { FieldForm } from "./section-forms.ts";

/** What stands in a form, by field. */
export type Values = Record<string, unknown>;

/** The section that an address asks for, without regard to case; the first one otherwise. */
export function sectionOf(asked: string | undefined): SectionName {
  return sectionNames.find((name) => name.toLowerCase() === asked?.toLowerCase()) ?? "site";
}

/** What is wrong with a section, in the contract's sentences; each field is named by its path. */
export function sectionProblems(section: SectionName, values: Values): FieldError[] {
  return brokenRules(siteContent.shape[section], values);
}

/** The whole content with one section as it is being written; undefined while that breaks a rule. */
export function contentWith(content: SiteContent, section: SectionName, values: Values): SiteContent | undefined {
  const read = z.safeParse(siteContent, { ...content, [section]: values });
  return read.success ? read.data : undefined;
}

/** The same text, the same picture: whether two fillings would be saved as one. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The fields in which two fillings differ. */
export function changedFields(before: Values, after: Values): string[] {
  return Object.keys(after).filter((field) => !isSame(before[field], after[field]));
}

/** An empty entry of a list. */
export function emptyEntry(fields: readonly FieldForm[]): Values {
  return Object.fromEntries(
    fields.map(({ kind, name }) => [
      name,
      kind === "list" ? [] : kind === "picture" || kind === "document" ? null : "",
    ]),
  );
}

/** The text of a field; whatever else stands there is none. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The entries of a list. */
export function entriesOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter(isValues) : [];
}

const isValues = (value: unknown): value is Values => typeof value === "object" && value !== null;

/** What a part of a section says, a line for each text of it. */
export function linesOf(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (!isValues(value)) return [];
  return "attachmentId" in value || "documentId" in value
    ? [textOf(value["fileName"])]
    : Object.values(value).flatMap(linesOf);
}
