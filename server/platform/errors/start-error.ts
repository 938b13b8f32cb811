import { withSources } from "./source-places.ts";

/** Why the program cannot start (or continue); the message is one sentence for the person who started it. */
export class StartError extends Error {
  override name = "StartError";
}

export function describeError(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? withSources(error.stack ?? error.message) : String(error);
}
