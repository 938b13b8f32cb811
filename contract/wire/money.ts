const amount = /^(\d{1,5})(?:\.(\d{1,2})?)?$/;

/** Normalizes a typed amount to "24.50", or "" for none. Returns other text unchanged. */
export function moneyText(typed: string): string {
  const [, dollars, cents = ""] = amount.exec(typed.replace(/^\$\s*/, "").replace(/,(?=\d{3})/g, "")) ?? [];
  return dollars === undefined ? typed : `${Number(dollars)}.${cents.padEnd(2, "0")}`;
}

export const isMoney = (stored: string) => /^(?:\d{1,5}\.\d\d)?$/.test(stored);

export const centsOf = (stored: string) => Math.round(Number(stored) * 100);

export const moneyOf = (cents: number) => (cents / 100).toFixed(2);

/** Formats an amount as "$1,024.50". */
export const dollars = (cents: number) => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
