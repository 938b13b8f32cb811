import type { EditableContent } from "#contract/site/content.ts";
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

export function baseOf({ content, revisions }: EditableContent, section: SectionName): Base<Values> {
  return { version: revisions[section]?.version ?? 0, values: { ...content[section], [stillFits]: [] } };
}

export const stillFits = "stillFits";

const fitting = (values: Values) => (Array.isArray(values[stillFits]) ? values[stillFits].map(String) : []);

export const isFitting = (values: Values, key: string): boolean => fitting(values).includes(key);

/** With a text among those that still fit, or without it. */
export function withFitting(values: Values, key: string, fits: boolean): Values {
  const others = fitting(values).filter((other) => other !== key);
  return { ...values, [stillFits]: fits ? [...others, key] : others };
}

/** What is sent: the section's content, and the paths of the texts that still fit. */
export function bodyOf(values: Values) {
  const content = Object.fromEntries(Object.entries(values).filter(([name]) => name !== stillFits));
  return { content, stillFits: pathsOf(content, "", fitting(values)) };
}

function pathsOf(content: unknown, path: string, keys: readonly string[]): string[] {
  if (typeof content !== "object" || content === null) return [];
  return Object.entries(content).flatMap(([name, value]: [string, unknown]) =>
    keys.includes(keyOf(name, value)) ? [path + name] : pathsOf(value, `${path}${name}.`, keys),
  );
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

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export function entriesOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter(isValues) : [];
}

const isValues = (value: unknown): value is Values => typeof value === "object" && value !== null;
