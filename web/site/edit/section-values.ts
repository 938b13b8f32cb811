import type { EditableContent } from "#contract/site/content.ts";
import { type SectionName, sectionNames, type SiteContent, siteContent } from "#contract/site/sections.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import * as z from "zod/mini";
import type { Base, Values } from "#web/ui/form/form-state.ts";
import type { FieldForm } from "./section-forms.ts";

/** Returns the section with this name in any case, or the first one. */
export function sectionOf(text: string | undefined): SectionName {
  return sectionNames.find((name) => name.toLowerCase() === text?.toLowerCase()) ?? "site";
}

export function baseOf({ content, revisions }: EditableContent, section: SectionName): Base<Values> {
  return { version: revisions[section]?.version ?? 0, values: { ...content[section], [stillFits]: [] } };
}

export const stillFits = "stillFits";

const accurateKeys = (values: Values) => (Array.isArray(values[stillFits]) ? values[stillFits].map(String) : []);

export const isMarkedAccurate = (values: Values, key: string): boolean => accurateKeys(values).includes(key);

/** Marks a text as still accurate, or removes the mark. */
export function markAccurate(values: Values, key: string, fits: boolean): Values {
  const others = accurateKeys(values).filter((other) => other !== key);
  return { ...values, [stillFits]: fits ? [...others, key] : others };
}

/** Returns the section's content, and the paths of the texts marked as still accurate. */
export function bodyOf(values: Values) {
  const content = Object.fromEntries(Object.entries(values).filter(([name]) => name !== stillFits));
  return { content, stillFits: pathsOf(content, "", accurateKeys(values)) };
}

function pathsOf(content: unknown, path: string, keys: readonly string[]): string[] {
  if (typeof content !== "object" || content === null) return [];
  return Object.entries(content).flatMap(([name, value]: [string, unknown]) =>
    keys.includes(keyOf(name, value)) ? [path + name] : pathsOf(value, `${path}${name}.`, keys),
  );
}

/**
 * Returns the times English texts changed after their Spanish versions, by name and value of the Spanish field,
 * because list entries may have moved since.
 */
export function englishChanges({ content, revisions }: EditableContent, section: SectionName): Map<string, string> {
  const valueAt = (path: string) =>
    path.split(".").reduce((value: unknown, name): unknown => {
      return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
    }, content[section]);
  const changes = Object.entries(revisions[section]?.englishChanged ?? {});
  return new Map(changes.map(([path, at]) => [keyOf(path.split(".").at(-1) ?? "", valueAt(path)), at]));
}

export const keyOf = (name: string, value: unknown): string => `${name} ${JSON.stringify(value)}`;

/** Returns the errors of a section, each with the path of its field. */
export function sectionProblems(section: SectionName, values: Values): FieldError[] {
  return brokenRules(siteContent.shape[section], values);
}

/** Returns the whole content with one edited section, undefined while that breaks a rule. */
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

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export function entriesOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter(isValues) : [];
}

const isValues = (value: unknown): value is Values => typeof value === "object" && value !== null;
