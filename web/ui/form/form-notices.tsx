import { useEffect, useRef, useState } from "react";
import { type KeptWork, onSessionEnd } from "#web/lib/kept-work.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { useUnsavedChanges } from "#web/ui/overlay/use-unsaved-changes.ts";
import { linesOf, reloaded, resumed } from "./conflict.ts";
import type { Base, FormState, Kept, Values } from "./form-state.ts";
import styles from "./form-notices.module.css";
import { useFollowed } from "./use-followed.ts";

type FormNoticesProps<V extends Values> = {
  form: Pick<FormState<V>, "base" | "values" | "stale" | "theirs" | "hasReturned"> & {
    isDirty: boolean;
    move: (step: (now: FormState<V>) => FormState<V>) => void;
  };
  stored: Base<V>;
  /** Where and under which name to keep what was typed when the session ends. */
  kept: { in: KeptWork<Kept<V>>; name: string };
  /** The fields in the order of the form, and what each is called. */
  labels: Record<keyof V & string, string>;
  /** What would be lost, as a sentence: it is asked before the page is left. */
  unsaved: string;
  reload: () => Promise<Base<V> | undefined>;
  /** A value in words, if its text means nothing. */
  inWords?: (name: string, value: unknown) => string | undefined;
};

/**
 * Above a form that several people edit: who saved first, the conflicts, what was restored; and a question on leaving.
 */
export function FormNotices<V extends Values>(props: FormNoticesProps<V>) {
  const { form, stored, kept, labels, unsaved, reload, inWords } = props;
  useUnsavedChanges(form.isDirty, unsaved);
  useKept(form, kept.in, kept.name);
  useFollowed(form, stored);
  const load = async (isKeeping: boolean) => {
    const stored = await reload();
    if (!stored) return;
    form.move((now) => reloaded(now, stored, isKeeping));
    if (!isKeeping) focusOn(Object.keys(labels)[0] ?? "");
  };
  return (
    <>
      {form.stale !== undefined && <StaleNotice message={form.stale} onLoad={load} />}
      {form.hasReturned && form.isDirty && <WorkIsBack />}
      {form.theirs && <BothChanged theirs={form.theirs} labels={labels} inWords={inWords} />}
    </>
  );
}

/** Shown on a form that opened with what was typed before its session ended. */
export function WorkIsBack() {
  return <Alert title="What you typed is back.">Your session ended before you saved. Save it now.</Alert>;
}

/** Of a group of radio buttons, the chosen one: the arrows lead on from there. */
function focusOn(field: string): void {
  const chosen = document.querySelector<HTMLElement>(`input[name="${field}"]:checked`);
  (chosen ?? document.getElementById(field))?.focus();
}

/** Someone else saved first: their version, or what was typed here on top of it. */
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
        <p>Nothing was saved, and what you typed is safe. Choose a version, review it, then save again.</p>
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

/** After a reload: the fields that both changed, as the other saved them. */
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

type Keeping<V> = {
  base: Base<V>;
  values: V;
  isDirty: boolean;
  move: (step: (now: FormState<V>) => FormState<V>) => void;
};

/** Keeps what was typed when the session ends, in memory, and restores it for the same user. */
export function useKept<V extends Values>(form: Keeping<V>, kept: KeptWork<Kept<V>>, name: string): void {
  const { base, values, isDirty, move } = form;
  const once = useRef(() => {
    const work = kept.find(name);
    if (work) move((now) => resumed(now, work));
    kept.forget(name); // the form holds it from now on
  });
  useEffect(() => once.current(), []);
  useEffect(() =>
    onSessionEnd(() => {
      if (isDirty) kept.keep(name, { base, values });
    }),
  );
}
