/** Why a quantity is invalid: not a number, or too many. */
export type QuantityProblem = "missing" | "tooMany";

export type QuantityReading = { ok: true; value: number } | { ok: false; problem: QuantityProblem };

/** Parses a typed quantity: a whole number from 1 to `max`. */
export function readQuantity(typed: string, max: number): QuantityReading {
  const text = typed.trim();
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1) return { ok: false, problem: "missing" };
  return value > max ? { ok: false, problem: "tooMany" } : { ok: true, value };
}

/** The result of minus or plus: a new quantity, below one, or above `max`. */
export function stepQuantity(value: number, by: 1 | -1, max: number): QuantityReading | "belowOne" {
  const next = value + by;
  if (next < 1) return "belowOne";
  return next > max ? { ok: false, problem: "tooMany" } : { ok: true, value: next };
}
