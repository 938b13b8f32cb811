import type { Told } from "#web/language/language.ts";

export type Values = Record<string, unknown>;

/** The stored values that a form started from, with their version if several people may save them. */
export type Base<V> = { version?: number | null | undefined; values: V };

/** Unsaved values when a session ended, and what they were based on. */
export type Kept<V> = { base: Base<V>; values: V };

export type FormState<V> = {
  base: Base<V>;
  values: V;
  /** Rule violations at the last check. */
  ruleProblems: readonly FieldProblem[];
  /** Fields that the server refused, each until it changes. */
  serverProblems: readonly FieldProblem[];
  /** The server's refusal of the form as a whole. */
  objection: string | Told | undefined;
  /** Whether the objection is an error rather than a refusal. */
  isUnsaved: boolean;
  /** Whether all problems are shown, from the first attempt to save on. */
  isChecked: boolean;
  /** Fields that lost the focus; a strict form shows their problems before an attempt. */
  visited: readonly string[];
  /** The number of attempts that ended with problems; the summary takes the focus once for each. */
  attempt: number;
  /** The message that someone else saved first. */
  stale: string | undefined;
  /** After a reload that kept changes: the other person's values of fields that both changed. */
  theirs: Values | undefined;
  /** Whether the values were restored after a session ended. */
  isRestored: boolean;
};

export function openForm<V>(base: Base<V>, attempt = 0): FormState<V> {
  return {
    base,
    values: base.values,
    ruleProblems: [],
    serverProblems: [],
    objection: undefined,
    isUnsaved: false,
    isChecked: false,
    visited: [],
    attempt,
    stale: undefined,
    theirs: undefined,
    isRestored: false,
  };
}

/** Changes fields and drops the server's problems with them. */
export function applyChanges<V>(state: FormState<V>, changes: Values): FormState<V> {
  const names = Object.keys(changes);
  const serverProblems = state.serverProblems.filter(({ field }) => !names.some((name) => isIn(field, name)));
  return { ...state, values: { ...state.values, ...changes }, serverProblems };
}

export function markVisited<V>(state: FormState<V>, name: string): FormState<V> {
  return state.visited.includes(name) ? state : { ...state, visited: [...state.visited, name] };
}

/** Records an attempt to save with its rule violations, which are shown from then on. */
export function recordAttempt<V>(state: FormState<V>, ruleProblems: readonly FieldProblem[]): FormState<V> {
  return {
    ...state,
    ruleProblems,
    isChecked: true,
    serverProblems: [],
    objection: undefined,
    isUnsaved: false,
    attempt: state.attempt + Number(ruleProblems.length > 0),
  };
}

/** A refusal: problems with fields, `stale` if someone else saved first, or a sentence to show. */
export type FormRefusal = {
  errors: readonly FieldProblem[];
  stale?: string | undefined;
  objection?: string | Told | undefined;
  isUnsaved?: boolean;
};

/** Records a refusal; the values stay. */
export function recordRefusal<V>(state: FormState<V>, refusal: FormRefusal): FormState<V> {
  const { errors, stale, objection, isUnsaved = false } = refusal;
  const hasFieldProblems = errors.length > 0;
  const attempt = state.attempt + Number(hasFieldProblems);
  return {
    ...state,
    serverProblems: errors,
    attempt,
    stale,
    isUnsaved,
    objection: hasFieldProblems ? undefined : objection,
  };
}

/** Records that `sent` was saved as `stored`; changes made in the meantime stay, unsaved. */
export function recordSave<V extends Values>(state: FormState<V>, sent: V, stored: Base<V>): FormState<V> {
  return { ...openForm(stored, state.attempt), values: mergeChanges(state.values, sent, stored.values) };
}

/** Returns the visible problems, one per field, in the order of `names`. */
export function problemsOf<V>(state: FormState<V>, names: readonly string[]): FieldProblem[] {
  const visible = state.ruleProblems.filter(({ field }) => state.isChecked || state.visited.includes(field));
  return inOrder([...visible, ...state.serverProblems], names);
}

/** Returns the first problem of each field, in the order of `names`; others are left out. */
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

/** Compares values; files are compared by id, because their addresses may differ. */
function isSame(a: unknown, b: unknown): boolean {
  const comparable = (value: unknown) =>
    JSON.stringify(typeof value === "object" && value !== null && "id" in value ? value.id : value);
  return comparable(a) === comparable(b);
}

/** Applies the changes from `before` to `mine` to the stored values. */
export function mergeChanges<V extends Values>(mine: V, before: V, stored: V): V {
  return { ...stored, ...pick(mine, changedFields(before, mine)) };
}

export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** Returns whether a problem's field is the named one or a part of it: "steps.1.text" is in "steps". */
function isIn(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}

/** A sentence, and the `id` (or else `name`) of its field. */
export type FieldProblem = Told & { field: string };
