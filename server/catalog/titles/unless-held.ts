import { Refusal } from "#server/refusals/refusal.ts";
import { isHeldElsewhere } from "#server/platform/errors/database-errors.ts";

/** Refuses when something longer, such as an import, holds what this waits for (`waitBriefly`). */
export async function unlessHeld<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (isHeldElsewhere(error)) throw new Refusal({ kind: "held-elsewhere" });
    throw error;
  }
}
