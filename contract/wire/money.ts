const amount = /^(\d{1,5})(?:\.(\d{1,2})?)?$/;

/** An amount as it is kept, "24.50"; "" for none. Typed amounts may have a dollar sign and commas; what is none stays. */
export function moneyText(typed: string): string {
  const [, dollars, cents = ""] = amount.exec(typed.replace(/^\$\s*/, "").replace(/,(?=\d{3})/g, "")) ?? [];
  return dollars === undefined ? typed : `${Number(dollars)}.${cents.padEnd(2, "0")}`;
}

export const isMoney = (kept: string) => /^(?:\d{1,5}\.\d\d)?$/.test(kept);

export const centsOf = (kept: string) => Math.round(Number(kept) * 100);

export const moneyOf = (cents: number) => (cents / 100).toFixed(2);

/** "$1,024.50" */
export const dollars = (cents: number) => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
