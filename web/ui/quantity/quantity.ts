/** Why a quantity is invalid: not a number, above the maximum, or more than are available. */
export type QuantityProblem = "missing" | "tooMany" | "aboveStock";

export type QuantityReading = { ok: true; value: number } | { ok: false; problem: QuantityProblem };

/** Parses a typed quantity: a whole number from 1 to `max` and no more than `stock`. */
export function readQuantity(typed: string, max: number, stock = max): QuantityReading {
  const text = typed.trim();
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1) return { ok: false, problem: "missing" };
  return limited(value, max, stock);
}

/** Returns the result of minus or plus. Minus goes down to `stock` if that is less. */
export function stepQuantity(value: number, by: 1 | -1, max: number, stock = max): QuantityReading | "belowOne" {
  const next = value + by;
  if (next < 1) return "belowOne";
  return limited(by < 0 && stock > 0 ? Math.min(next, stock) : next, max, stock);
}

function limited(value: number, max: number, stock: number): QuantityReading {
  if (value > max) return { ok: false, problem: "tooMany" };
  return value > stock ? { ok: false, problem: "aboveStock" } : { ok: true, value };
}
