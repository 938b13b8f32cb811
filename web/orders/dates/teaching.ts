import type { Teaching } from "#contract/orders/teaching-days.ts";
import { useSyncExternalStore } from "react";
import { keptDays } from "./kept-days.ts";

const day = /^\d{4}-\d\d-\d\d$/;
const listeners = new Set<() => void>();
let known: Teaching | undefined;

export function daysFrom([from = "", to = ""]: readonly (string | null)[]): Teaching | undefined {
  return from && to && day.test(from) && day.test(to) ? { from, to } : undefined;
}

/** Not while a year is being typed, when a date field has another one: 0002, 0020, 0202. An order with such a day is refused. */
export const areTyped = ({ from, to }: Teaching) => from >= "1900" && to >= "1900";

/** The days that something is needed for, remembered for the visit; undefined: it is for now. */
export function chosenDays(): Teaching | undefined {
  const kept = daysFrom(keptDays());
  if (known?.from !== kept?.from || known?.to !== kept?.to) known = kept;
  return known;
}

export function keepDays(days: Teaching | undefined): void {
  if (days) sessionStorage.setItem("teachingDays", `${days.from}/${days.to}`);
  else sessionStorage.removeItem("teachingDays");
  for (const listener of listeners) listener();
}

export function onDaysChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTeaching() {
  const teaching = useSyncExternalStore(onDaysChange, chosenDays, () => undefined);
  return { teaching, keep: keepDays };
}
