import {
  type Base,
  changedFields,
  type FormState,
  isDirty,
  type Kept,
  mergeChanges,
  openForm,
  pick,
  applyChanges,
  type Values,
} from "./form-state.ts";

/**
 * Moves the form to a newer stored version, unless someone else changed one of its fields while it has unsaved changes:
 * then saving must be refused, or it would undo their work.
 */
export function rebase<V extends Values>(state: FormState<V>, stored: Base<V>): FormState<V> {
  if (stored.version === state.base.version) return state;
  if (!isDirty(state)) return openForm(stored, state.attempt);
  return changedFields(state.base.values, stored.values).length === 0 ? { ...state, base: stored } : state;
}

/** Loads the stored version and, if `isKeeping`, applies the user's changes to it. */
export function applyReload<V extends Values>(state: FormState<V>, stored: Base<V>, isKeeping: boolean): FormState<V> {
  const theirs = openForm(stored, state.attempt);
  if (!isKeeping) return theirs;
  const values = mergeChanges(state.values, state.base.values, stored.values);
  const changedThere = changedFields(state.base.values, stored.values);
  const both = changedFields(values, stored.values).filter((name) => changedThere.includes(name));
  return { ...theirs, values, theirs: pick(stored.values, both) };
}

/** Restores unsaved changes after a session ended, and rebases them like `rebase`. */
export function resume<V extends Values>(state: FormState<V>, { base, values }: Kept<V>): FormState<V> {
  return rebase({ ...applyChanges(openForm(base), values), isRestored: true }, state.base);
}

/** Returns a value as lines of text: a file as its name, a code as nothing. */
export function linesOf(value: unknown): string[] {
  if (value === "" || value === null) return ["Empty"];
  if (typeof value === "string") return [value];
  if (typeof value !== "object") return [];
  return "fileName" in value ? [String(value.fileName)] : Object.values(value ?? {}).flatMap(linesOf);
}
