import type { EditableContent } from "#contract/content.ts";
import { type SectionName, sectionNames, type SiteContent, siteContent } from "#contract/site/sections.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import * as z from "zod/mini";
import type { Base, Values } from "#web/ui/form/form-state.ts";
import type { FieldForm } from "./section-forms.ts";

/** The section that an address asks for, without regard to case; the first one otherwise. */
export function sectionOf(asked: string | undefined): SectionName {
  return sectionNames.find((name) => name.toLowerCase() === asked?.toLowerCase()) ?? "site";
}

/** What the form of a section opens on. */
export function baseOf({ content, revisions }: EditableContent, section: SectionName): Base<Values> {
  return { version: revisions[section]?.version ?? 0, values: content[section] };
}

/**
 * When the English texts changed after their Spanish versions, by the name and value of the Spanish field: entries of a
 * list may have moved since, and a text that was typed over is another.
 */
export function englishChanges({ content, revisions }: EditableContent, section: SectionName): Map<string, string> {
  const valueAt = (path: string) =>
    path.split(".").reduce((value: unknown, name): unknown => {
      return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
    }, content[section]);
  const changed = Object.entries(revisions[section]?.englishChanged ?? {});
  return new Map(changed.map(([path, at]) => [keyOf(path.split(".").at(-1) ?? "", valueAt(path)), at]));
}

export const keyOf = (name: string, value: unknown): string => `${name} ${JSON.stringify(value)}`;

/** The errors of a section, in the contract's sentences; each field by its path. */
export function sectionProblems(section: SectionName, values: Values): FieldError[] {
  return brokenRules(siteContent.shape[section], values);
}

/** The whole content with one section as it is being written; undefined while that breaks a rule. */
export function contentWith(content: SiteContent, section: SectionName, values: Values): SiteContent | undefined {
  return z.safeParse(siteContent, { ...content, [section]: values }).data;
}

export function emptyEntry(fields: readonly FieldForm[]): Values {
  return Object.fromEntries(
    fields.map(({ kind, name }) => [
      name,
      kind === "list" ? [] : kind === "picture" || kind === "document" ? null : "",
    ]),
  );
}

/** The text of a field; anything else is empty. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export function entriesOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter(isValues) : [];
}

const isValues = (value: unknown): value is Values => typeof value === "object" && value !== null;
