import { useMemo, useSyncExternalStore } from "react";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import { storedDates } from "#web/orders/cart/cart-queries.ts";
import { useLocation } from "#web/ui/router.tsx";

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
const listeners = new Set<() => void>();
let current: Teaching | undefined;

export function datesFrom([from = "", to = ""]: readonly (string | null)[]): Teaching | undefined {
  return from && to && isDay(from) && isDay(to) ? { from, to } : undefined;
}

/** Returns the teaching dates in an address. A single date counts as both. */
export function datesInQuery(query: string): Teaching | undefined {
  const search = new URLSearchParams(query);
  return datesFrom([search.get("teachFrom"), search.get("teachTo") ?? search.get("teachFrom")]);
}

/** Returns the visit's teaching dates as the same object until they change. */
export function chosenDates(): Teaching | undefined {
  const dates = datesFrom(storedDates());
  if (current?.from !== dates?.from || current?.to !== dates?.to) current = dates;
  return current;
}

export function storeDates(days: Teaching | undefined): void {
  if (days) sessionStorage.setItem("teachingDays", `${days.from}/${days.to}`);
  else sessionStorage.removeItem("teachingDays");
  for (const listener of listeners) listener();
}

function onDatesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the chosen dates; those of the address while the server renders the page, and while the browser hydrates it. */
export function useTeachingDates(): Teaching | undefined {
  const { search } = useLocation();
  const inAddress = useMemo(() => datesInQuery(search), [search]);
  return useSyncExternalStore(onDatesChange, chosenDates, () => inAddress);
}

/** Returns the dates of a page's first render. */
export const firstDates = (query: string, isRendered: boolean) => (isRendered ? datesInQuery(query) : chosenDates());

/** Reports the chosen dates now and after each change. Returns a function that stops it. */
export function followDates(report: (dates: Teaching | undefined) => void): () => void {
  report(chosenDates());
  return onDatesChange(() => report(chosenDates()));
}
