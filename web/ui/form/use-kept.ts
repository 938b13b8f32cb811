import { useEffect, useRef } from "react";
import type { KeptWork } from "#web/lib/kept-work.ts";
import { onSessionEnd } from "#web/lib/kept-work.ts";
import { resumed } from "./conflict.ts";
import type { Base, FormState, Kept, Values } from "./form-state.ts";

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
