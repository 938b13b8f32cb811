import {
  type Base,
  changedFields,
  type FormState,
  isDirty,
  type Kept,
  merged,
  opened,
  picked,
  typed,
  type Values,
} from "./form-state.ts";

/**
 * After something newer was read: a form without changes shows it; one with changes moves to its version only while its
 * own fields are stored as it knows them. Else saving has to be refused, or it would undo another's work.
 */
export function followed<V extends Values>(state: FormState<V>, stored: Base<V>): FormState<V> {
  if (stored.version === state.base.version) return state;
  if (!isDirty(state)) return opened(stored, state.attempt);
  return changedFields(state.base.values, stored.values).length === 0 ? { ...state, base: stored } : state;
}

/** After refetching: their version, or what was typed here on top of it. */
export function reloaded<V extends Values>(state: FormState<V>, stored: Base<V>, isKeeping: boolean): FormState<V> {
  const fresh = opened(stored, state.attempt);
  if (!isKeeping) return fresh;
  const values = merged(state.values, state.base.values, stored.values);
  const changedThere = changedFields(state.base.values, stored.values);
  const both = changedFields(values, stored.values).filter((name) => changedThere.includes(name));
  return { ...fresh, values, theirs: picked(stored.values, both) };
}

/** Restores what was typed before a session ended, on top of what is stored, like `followed`. */
export function resumed<V extends Values>(state: FormState<V>, { base, values }: Kept<V>): FormState<V> {
  return followed({ ...typed(opened(base), values), hasReturned: true }, state.base);
}

/** A value in words, one line per text: a file is its name, a code nothing. */
export function linesOf(value: unknown): string[] {
  if (value === "" || value === null) return ["Empty"];
  if (typeof value === "string") return [value];
  if (typeof value !== "object") return [];
  return "fileName" in value ? [String(value.fileName)] : Object.values(value ?? {}).flatMap(linesOf);
}
