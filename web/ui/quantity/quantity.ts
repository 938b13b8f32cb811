/** Why a quantity is invalid: not a number, too many, or more than there are. */
export type QuantityProblem = "missing" | "tooMany" | "aboveStock";

export type QuantityReading = { ok: true; value: number } | { ok: false; problem: QuantityProblem };

/** Parses a typed quantity: a whole number from 1 to `max`, and not more than there are. */
export function readQuantity(typed: string, max: number, stock = max): QuantityReading {
  const text = typed.trim();
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1) return { ok: false, problem: "missing" };
  return limited(value, max, stock);
}

/** The result of minus or plus: a new quantity, below one, or above `max`. Minus goes to what there is, if that is less. */
export function stepQuantity(value: number, by: 1 | -1, max: number, stock = max): QuantityReading | "belowOne" {
  const next = value + by;
  if (next < 1) return "belowOne";
  return limited(by < 0 && stock > 0 ? Math.min(next, stock) : next, max, stock);
}

function limited(value: number, max: number, stock: number): QuantityReading {
  if (value > max) return { ok: false, problem: "tooMany" };
  return value > stock ? { ok: false, problem: "aboveStock" } : { ok: true, value };
}
