import { useEffect, useRef } from "react";
import type { KeptWork } from "#web/lib/kept-work.ts";
import { onSessionEnd } from "#web/lib/kept-work.ts";
import { resumed } from "./conflict.ts";
import type { Base, FormState, Kept, Values } from "./form-state.ts";
import { typed } from "./form-state.ts";

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
  useEffect(() => onSessionEnd(() => isDirty && kept.keep(name, { base, values })));
}

/** Keeps what is typed with every change, in this tab, and restores it. Saving or canceling clears it. */
export function useDraft<V extends Values>(form: Keeping<V>, drafts: KeptWork<Partial<V>>, name: string): void {
  const { values, isDirty, move } = form;
  const once = useRef(() => {
    const draft = drafts.find(name);
    if (draft) move((now) => typed(now, draft));
  });
  // after the first render, because the server that may have rendered it knows of none
  useEffect(() => once.current(), []);
  useEffect(() => {
    if (isDirty) drafts.keep(name, values);
  }, [isDirty, drafts, name, values]);
}
