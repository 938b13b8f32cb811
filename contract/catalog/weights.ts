const pounds = /^(\d{1,3})?(?:\.(\d{1,2})0*)?(?:\s*(?:lbs?\.?|pounds?))?$/i;
const ounces = /^(\d{1,5}(?:\.\d+)?)\s*(?:oz\.?|ounces?)$/i;

const format = (hundredths: number) => String(hundredths / 100);

/** Converts a typed weight, in pounds or ounces, to pounds: "2.5", or "" for none. Returns invalid text unchanged. */
export function weightText(typed: string): string {
  if (typed === "") return "";
  const small = ounces.exec(typed)?.[1];
  if (small !== undefined) return format(Math.ceil((Number(small) / 16) * 100));
  const [, whole, part] = pounds.exec(typed) ?? [];
  if (whole === undefined && part === undefined) return typed;
  return format(Number(whole ?? 0) * 100 + Number((part ?? "").padEnd(2, "0")));
}

export const isWeight = (stored: string) =>
  stored === "" || (/^\d{1,3}(?:\.\d{1,2})?$/.test(stored) && Number(stored) > 0);

/** Converts pounds to hundredths, because sums of fractions aren't exact. */
export const hundredthsOf = (stored: string) => Math.round(Number(stored) * 100);
