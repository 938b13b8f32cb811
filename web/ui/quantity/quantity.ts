/** Why a quantity was not taken: nothing usable was typed, or more than is allowed. */
export type QuantityProblem = "missing" | "tooMany";

/** What was typed, read as a quantity. */
export type QuantityReading = { ok: true; value: number } | { ok: false; problem: QuantityProblem };

/** Reads a typed quantity: a whole number from 1 to `max`. */
export function readQuantity(typed: string, max: number): QuantityReading {
  const text = typed.trim();
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1) return { ok: false, problem: "missing" };
  return value > max ? { ok: false, problem: "tooMany" } : { ok: true, value };
}

/** What a press of minus or plus asks for: a new quantity, to go below one, or to go above `max`. */
export function stepQuantity(value: number, by: 1 | -1, max: number): QuantityReading | "belowOne" {
  const next = value + by;
  if (next < 1) return "belowOne";
  return next > max ? { ok: false, problem: "tooMany" } : { ok: true, value: next };
}
