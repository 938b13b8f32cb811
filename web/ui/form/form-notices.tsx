import { useEffect, useRef, useState } from "react";
import { type KeptWork, onSessionEnd } from "#web/lib/kept-work.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { useUnsavedChanges } from "#web/ui/overlay/use-unsaved-changes.ts";
import { linesOf, applyReload, resume } from "./conflict.ts";
import type { Base, FormState, Kept, Values } from "./form-state.ts";
import styles from "./form-notices.module.css";
import { useRebase } from "./use-followed.ts";

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
 * Notices above a form that several people edit: edit conflicts and restored changes. Also asks before leaving.
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
