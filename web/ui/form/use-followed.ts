import { useEffect, useRef } from "react";
import { rebase } from "./conflict.ts";
import type { Base, FormState, Values } from "./form-state.ts";

type RebasableForm<V extends Values> = { move: (step: (now: FormState<V>) => FormState<V>) => void };

/** Rebases the form on refetched data, once per version. */
export function useRebase<V extends Values>({ move }: RebasableForm<V>, stored: Base<V>): void {
  const seen = useRef(stored.version);
  useEffect(() => {
    if (seen.current === stored.version) return;
    seen.current = stored.version;
    move((now) => rebase(now, stored));
  });
}
