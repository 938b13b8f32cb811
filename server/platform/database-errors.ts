/** The connection broke while a transaction was committing: it may have happened or not. Look before doing it again. */
export class OutcomeUnknown extends Error {
  override name = "OutcomeUnknown";
  constructor(cause: unknown) {
    super("The database connection was lost during commit: it is not known whether the change was made.", { cause });
  }
}

/** The transaction met others again and again; nothing of it was done. */
export class TooContended extends Error {
  override name = "TooContended";
  constructor(cause: unknown) {
    super("The transaction was refused again and again because of others at the same rows.", { cause });
  }
}

/** No connection to the database could be had; nothing was done. */
export class DatabaseUnreachable extends Error {
  override name = "DatabaseUnreachable";
  constructor(cause: unknown) {
    super("The database cannot be reached.", { cause });
  }
}

/** Whether the database undid the transaction because of another one: to do it again is safe and useful. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === "40001" || code === "40P01";
}

/** Whether a row like it was there already. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === "23505";
}

/** Whether a lock was not had within the time that the transaction wanted to wait for it. */
export function isHeldElsewhere(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/** Whether the connection, not the statement, failed. What was sent may have been carried out. */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return /^(57P0[1-5]|08...)$/.test(code) || socketCodes.has(code);
  return (
    error instanceof Error &&
    // oxlint-disable-next-line house/sentences -- pg's own errors carry no code
    /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout)/.test(
      error.message,
    )
  );
}

const socketCodes = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
