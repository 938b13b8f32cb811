/** Why the program cannot start (or continue); the message is one sentence for the person who started it. */
export class StartError extends Error {
  override name = "StartError";
}

/** What the person who started the program is told of an error. */
export function describeError(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
