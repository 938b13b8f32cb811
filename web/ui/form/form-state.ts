import type { Told } from "#web/language/language.ts";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";

export type Values = Record<string, unknown>;

/** What a form was opened on: the stored values, and their version if several people may save them. */
export type Base<V> = { version?: number | null | undefined; values: V };

/** What was typed when a session ended, and the version it was based on. */
export type Kept<V> = { base: Base<V>; values: V };

export type FormState<V> = {
  base: Base<V>;
  values: V;
  /** What breaks the rules, as last checked. */
  broken: readonly FieldProblem[];
  /** What the server refused, each until its field changes. */
  refused: readonly FieldProblem[];
  /** What the server refused without naming a field. */
  objection: string | Told | undefined;
  /** Whether the objection is a fault: what was sent could not be read, or the server failed. */
  isUnsaved: boolean;
  /** Whether all that is wrong is shown: from the first attempt to save on. */
  isChecked: boolean;
  /** The blurred fields; a strict form shows their errors before an attempt. */
  left: readonly string[];
  /** Attempts to save that ended with wrong fields, so that the summary takes the focus once for each. */
  attempt: number;
  /** The sentence that names who saved first. */
  stale: string | undefined;
  /** After keeping one's own work on top of another's: the fields that both changed, as the other saved them. */
  theirs: Values | undefined;
  /** Whether it holds what was typed before a session ended. */
  hasReturned: boolean;
};

export function opened<V>(base: Base<V>, attempt = 0): FormState<V> {
  return {
    base,
    values: base.values,
    broken: [],
    refused: [],
    objection: undefined,
    isUnsaved: false,
    isChecked: false,
    left: [],
    attempt,
    stale: undefined,
    theirs: undefined,
    hasReturned: false,
  };
}

/** After some fields were changed: what the server said of them no longer holds. */
export function typed<V>(state: FormState<V>, changed: Values): FormState<V> {
  const names = Object.keys(changed);
  const refused = state.refused.filter(({ field }) => !names.some((name) => isIn(field, name)));
  return { ...state, values: { ...state.values, ...changed }, refused };
}

export function left<V>(state: FormState<V>, name: string): FormState<V> {
  return state.left.includes(name) ? state : { ...state, left: [...state.left, name] };
}

/** After an attempt to save was checked: what breaks the rules is shown. */
export function attempted<V>(state: FormState<V>, broken: readonly FieldProblem[]): FormState<V> {
  return {
    ...state,
    broken,
    isChecked: true,
    refused: [],
    objection: undefined,
    isUnsaved: false,
    attempt: state.attempt + Number(broken.length > 0),
  };
}

/** How the server refused: the named fields, `stale` if someone else saved first, or a sentence to show. */
export type Refused = {
  errors: readonly FieldProblem[];
  stale?: string | undefined;
  objection?: string | Told | undefined;
  isUnsaved?: boolean;
};

/** After the server refused. Everything typed stays. */
export function refused<V>(state: FormState<V>, told: Refused): FormState<V> {
  const { errors, stale, objection, isUnsaved = false } = told;
  const isOfFields = errors.length > 0;
  const attempt = state.attempt + Number(isOfFields);
  return { ...state, refused: errors, attempt, stale, isUnsaved, objection: isOfFields ? undefined : objection };
}

/** After `sent` was saved and is stored as `stored`: what was typed in the meantime stays, unsaved. */
export function saved<V extends Values>(state: FormState<V>, sent: V, stored: Base<V>): FormState<V> {
  return { ...opened(stored, state.attempt), values: merged(state.values, sent, stored.values) };
}

/** The visible errors: one sentence per field, in the order of `names`. */
export function problemsOf<V>(state: FormState<V>, names: readonly string[]): FieldProblem[] {
  const shown = state.broken.filter(({ field }) => state.isChecked || state.left.includes(field));
  return inOrder([...shown, ...state.refused], names);
}

/** One sentence a field, in the order of `names`; what has no place in the form is left out. */
export function inOrder(problems: readonly FieldProblem[], names: readonly string[]): FieldProblem[] {
  const first = problems.filter(({ field }, at) => problems.findIndex((other) => other.field === field) === at);
  return names.flatMap((name) => first.filter(({ field }) => isIn(field, name)));
}

export function isDirty<V extends Values>({ base, values }: FormState<V>): boolean {
  return changedFields(base.values, values).length > 0;
}

export function changedFields(before: Values, after: Values): string[] {
  return Object.keys(after).filter((name) => !isSame(before[name], after[name]));
}

/** A file is known by its id: where it is read from may differ. */
function isSame(one: unknown, other: unknown): boolean {
  const known = (value: unknown) =>
    JSON.stringify(typeof value === "object" && value !== null && "id" in value ? value.id : value);
  return known(one) === known(other);
}

/** The changes from `before` to `mine`, on top of what is stored. */
export function merged<V extends Values>(mine: V, before: V, stored: V): V {
  return { ...stored, ...picked(mine, changedFields(before, mine)) };
}

export function picked(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** Whether a problem's field is this one or a part of it: "steps.1.text" is in "steps". */
function isIn(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}
