const pounds = /^(\d{1,3})?(?:\.(\d{1,2})0*)?(?:\s*(?:lbs?\.?|pounds?))?$/i;
const ounces = /^(\d{1,5}(?:\.\d+)?)\s*(?:oz\.?|ounces?)$/i;

const written = (hundredths: number) => String(hundredths / 100);

/** A weight in pounds as it is kept, "2.5"; "" for none. Typed weights may name pounds or ounces; what is none stays. */
export function weightText(typed: string): string {
  if (typed === "") return "";
  const small = ounces.exec(typed)?.[1];
  if (small !== undefined) return written(Math.ceil((Number(small) / 16) * 100));
  const [, whole, part] = pounds.exec(typed) ?? [];
  if (whole === undefined && part === undefined) return typed;
  return written(Number(whole ?? 0) * 100 + Number((part ?? "").padEnd(2, "0")));
}

export const isWeight = (kept: string) => kept === "" || (/^\d{1,3}(?:\.\d{1,2})?$/.test(kept) && Number(kept) > 0);

/** A weight in hundredths of a pound: sums of fractions are not exact. */
export const hundredthsOf = (kept: string) => Math.round(Number(kept) * 100);
