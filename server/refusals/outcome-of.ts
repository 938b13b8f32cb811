import { HttpError } from "./http-error.ts";
import { Refusal } from "./refusal.ts";

/** Why one of many was not done; null when it was. */
type Outcome = Pick<Refusal, "reason" | "message"> | null;

/** Does one of many, and gives what became of it: one that is refused keeps no other from being done. */
export async function outcomeOf(doing: Promise<void>): Promise<Outcome> {
  try {
    await doing;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.reason, message: error.message };
    if (error instanceof HttpError && error.statusCode === 404)
      return { reason: { kind: "invalid" }, message: error.message };
    throw error;
  }
}
