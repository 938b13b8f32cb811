import { ownMessages } from "#contract/wire/messages.ts";
import type { Field } from "./address-filters.ts";

/** Declares a day as date inputs write it; empty means no bound. */
export function dayField(name: string): Field<string> {
  const read = (text: string) => {
    if (!/^(?:19|2\d)\d\d-\d\d-\d\d$/.test(text)) return undefined;
    const instant = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) ? text : undefined;
  };
  return { name, none: "", read };
}

export function dateRangeError({ startDate, endDate }: { startDate: string; endDate: string }): string | undefined {
  return startDate && endDate && endDate < startDate ? ownMessages.dateOrder : undefined;
}
