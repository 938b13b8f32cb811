import { useEffect, useRef, useState } from "react";
import { type KeptWork, onSessionEnd } from "#web/lib/kept-work.ts";
import { Button } from "#web/ui/actions/button.tsx";
import {
  applyChanges,
  type Base,
  changedFields,
  type FormState,
  isDirty,
  type Kept,
  mergeChanges,
  openForm,
  pick,
  type Values,
} from "./form-state.ts";
import styles from "./form-notices.module.css";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { useUnsavedChanges } from "./editing.ts";
import { formatDay, machineDay } from "#web/lib/formats.tsx";

type FormNoticesProps<V extends Values> = {
  form: Pick<FormState<V>, "base" | "values" | "stale" | "theirs" | "isRestored"> & {
    isDirty: boolean;
    move: (step: (now: FormState<V>) => FormState<V>) => void;
  };
  stored: Base<V>;
  /** Where, and under which name, to keep unsaved changes when the session ends. */
  kept: { in: KeptWork<Kept<V>>; name: string };
  /** The labels of the fields, in the order of the form. */
  labels: Record<keyof V & string, string>;
  /** What would be lost, as a sentence, for the question before leaving the page. */
  unsaved: string;
  reload: () => Promise<Base<V> | undefined>;
  /** Returns a value as text, if its raw value means nothing to people. */
  inWords?: (name: string, value: unknown) => string | undefined;
};

/**
 * Shows edit conflicts and restored changes above a form that several people edit. Also asks before leaving.
 */
export function FormNotices<V extends Values>(props: FormNoticesProps<V>) {
  const { form, stored, kept, labels, unsaved, reload, inWords } = props;
  useUnsavedChanges(form.isDirty, unsaved);
  useRecoveredWork(form, kept.in, kept.name);
  useRebase(form, stored);
  const load = async (isKeeping: boolean) => {
    const stored = await reload();
    if (!stored) return;
    form.move((now) => applyReload(now, stored, isKeeping));
    if (!isKeeping) focusOn(Object.keys(labels)[0] ?? "");
  };
  return (
    <>
      {form.stale !== undefined && <StaleNotice message={form.stale} onLoad={load} />}
      {form.isRestored && form.isDirty && <RestoredNotice />}
      {form.theirs && <BothChanged theirs={form.theirs} labels={labels} inWords={inWords} />}
    </>
  );
}

function RestoredNotice() {
  return <Alert title="We restored what you typed.">Your session ended before you saved. Save it now.</Alert>;
}

/** Focuses a field; in a group of radio buttons, the selected one. */
function focusOn(field: string): void {
  const selected = document.querySelector<HTMLElement>(`input[name="${field}"]:checked`);
  (selected ?? document.getElementById(field))?.focus();
}

/** Offers the version of the person who saved first, with or without the user's changes. */
function StaleNotice({ message, onLoad }: { message: string; onLoad: (isKeeping: boolean) => Promise<void> }) {
  const first = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState<"keeping" | "theirs">();
  useEffect(() => first.current?.focus(), []);
  const load = async (kind: "keeping" | "theirs") => {
    setBusy(kind);
    await onLoad(kind === "keeping").finally(() => setBusy(undefined));
  };
  return (
    <Alert tone="error" title={message}>
      <Stack gap="tight">
        <p>Nothing was saved, but what you typed is safe. Choose a version, review it, and save again.</p>
        <Row>
          <Button ref={first} size="small" busy={busy === "keeping"} onClick={() => void load("keeping")}>
            Reload and keep what I typed
          </Button>
          <Button size="small" busy={busy === "theirs"} onClick={() => void load("theirs")}>
            Load their version
          </Button>
        </Row>
      </Stack>
    </Alert>
  );
}

type BothChangedProps = {
  theirs: Values;
  labels: Record<string, string>;
  inWords: ((name: string, value: unknown) => string | undefined) | undefined;
};

/** Lists the fields that both changed, with the other person's values. */
function BothChanged({ theirs, labels, inWords }: BothChangedProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [theirs]);
  const both = Object.entries(labels).filter(([name]) => name in theirs);
  return (
    <div ref={box} tabIndex={-1}>
      {both.length === 0 ? (
        <Alert title="Reloaded.">You and the other person changed different fields. Save to keep both.</Alert>
      ) : (
        <Alert tone="warning" title="You both changed the same fields.">
          <Stack gap="tight">
            <p>Your version is in the form. Saving it replaces theirs. Copy anything you need from their version:</p>
            {both.map(([name, label]) => {
              const words = inWords?.(name, theirs[name]) ?? linesOf(theirs[name]).join("\n");
              return words === "" ? (
                <p key={name}>{label}</p>
              ) : (
                <details key={name}>
                  <summary>{label}, their version</summary>
                  <div className={styles.theirs}>{words}</div>
                </details>
              );
            })}
          </Stack>
        </Alert>
      )}
    </div>
  );
}

type RecoverableForm<V> = {
  base: Base<V>;
  values: V;
  isDirty: boolean;
  move: (step: (now: FormState<V>) => FormState<V>) => void;
};

/** Keeps unsaved changes in memory when the session ends and restores them for the same user. */
export function useRecoveredWork<V extends Values>(
  form: RecoverableForm<V>,
  kept: KeptWork<Kept<V>>,
  name: string,
): void {
  const { base, values, isDirty, move } = form;
  const once = useRef(() => {
    const work = kept.find(name);
    if (work) move((now) => resume(now, work));
    kept.forget(name);
  });
  useEffect(() => once.current(), []);
  useEffect(() =>
    onSessionEnd(() => {
      if (isDirty) kept.keep(name, { base, values });
    }),
  );
}

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

type RebasableForm<V extends Values> = { move: (step: (now: FormState<V>) => FormState<V>) => void };

/** Rebases the form on refetched data, once per version. */
export function useRebase<V extends Values>({ move }: RebasableForm<V>, stored: Base<V>): void {
  const seenVersion = useRef(stored.version);
  useEffect(() => {
    if (seenVersion.current === stored.version) return;
    seenVersion.current = stored.version;
    move((now) => rebase(now, stored));
  });
}

/** Returns a note for a Spanish text that translates an earlier English one. `at` is an instant (ISO 8601). */
export function englishChangedNote(at: string): string {
  return `The English text changed on ${formatDay(machineDay(at) ?? at)}, after this translation. If the translation is still accurate, check the box below. If not, update it.`;
}
