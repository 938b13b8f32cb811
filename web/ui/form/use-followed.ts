import { useEffect, useRef } from "react";
import { followed } from "./conflict.ts";
import type { Base, FormState, Values } from "./form-state.ts";

type Following<V extends Values> = { move: (step: (now: FormState<V>) => FormState<V>) => void };

/** Follows refetched data once per version, and keeps the focus; what was saved here is already known. */
export function useFollowed<V extends Values>({ move }: Following<V>, stored: Base<V>): void {
  const seen = useRef(stored.version);
  useEffect(() => {
    if (seen.current === stored.version) return;
    seen.current = stored.version;
    move((now) => followed(now, stored));
  });
}
