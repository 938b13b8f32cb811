import type { EditableContent } from "#contract/content.ts";
import type { SectionName, SiteContent } from "#contract/site/sections.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import { changedFields, contentWith, sectionProblems, type Values } from "./section-values.ts";

/** What a form stands on: a version of its section, and what it says. */
export type Base = { version: number; values: Values };

/** What was typed before a session ended, and on what. */
export type ReturnedWork = { base: Base; values: Values };

/** A form of one section. `shown` is the content of the preview: the last that broke no rule. */
export type SectionState = {
  section: SectionName;
  base: Base;
  values: Values;
  shown: SiteContent;
  problems: readonly FieldError[];
  /** How often it was tried to be saved since it last was; from the first on, every change is checked. */
  attempt: number;
  /** The sentence that says that somebody else saved first. */
  stale?: string | undefined;
  /** After a reload: the fields that both changed, as the other left them. */
  theirs?: Values | undefined;
};

const baseOf = ({ content, revisions }: EditableContent, section: SectionName): Base => ({
  version: revisions[section]?.version ?? 0,
  values: content[section],
});

/** A form as it opens. */
export function opened(section: SectionName, stored: EditableContent, returned?: ReturnedWork): SectionState {
  const { base, values } = returned ?? { base: baseOf(stored, section), values: stored.content[section] };
  const shown = contentWith(stored.content, section, values) ?? stored.content;
  return { section, base, values, shown, problems: [], attempt: 0 };
}

/** After something was typed. */
export function typed(state: SectionState, values: Values): SectionState {
  const { section, shown, attempt, problems } = state;
  return {
    ...state,
    values,
    shown: contentWith(shown, section, values) ?? shown,
    problems: attempt > 0 ? sectionProblems(section, values) : problems,
  };
}

/** After a look at whether it may be saved. */
export function checked(state: SectionState): SectionState {
  return { ...state, problems: sectionProblems(state.section, state.values), attempt: state.attempt + 1 };
}

/** After a reload: it stands on what is stored now, and what was changed here stays in it. */
export function reloaded(state: SectionState, stored: EditableContent): SectionState {
  const { section, base, values, attempt } = state;
  const now = baseOf(stored, section);
  const mine = changedFields(base.values, values);
  const both = changedFields(base.values, now.values).filter((field) => mine.includes(field));
  const pick = (fields: readonly string[], from: Values) =>
    Object.fromEntries(fields.map((field) => [field, from[field]]));
  return {
    ...opened(section, stored, { base: now, values: { ...now.values, ...pick(mine, values) } }),
    attempt,
    theirs: pick(both, now.values),
  };
}
