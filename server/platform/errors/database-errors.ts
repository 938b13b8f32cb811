import { errorCode } from "./error-code.ts";

/** The connection broke during commit, so the transaction may or may not have happened. */
export class OutcomeUnknown extends Error {
  override name = "OutcomeUnknown";
  constructor(cause: unknown) {
    super("The database connection was lost during commit, so the change may or may not have been made.", { cause });
  }
}

/** The transaction conflicted with others repeatedly; nothing was changed. */
export class TooContended extends Error {
  override name = "TooContended";
  constructor(cause: unknown) {
    super("The transaction kept conflicting with others and was given up.", { cause });
  }
}

/** No database connection was available; nothing was changed. */
export class DatabaseUnreachable extends Error {
  override name = "DatabaseUnreachable";
  constructor(cause: unknown) {
    super("The database cannot be reached.", { cause });
  }
}

/** The connection broke or did not answer in time, so a statement outside a transaction may or may not have run. */
export class ConnectionLost extends Error {
  override name = "ConnectionLost";
  constructor(cause: unknown) {
    super("The database connection was lost.", { cause });
  }
}

/** Whether the database is away, too busy, or out of resources, so that the same request may succeed later. */
export function isDatabaseTrouble(error: unknown): boolean {
  const isOwnError = [OutcomeUnknown, TooContended, DatabaseUnreachable, ConnectionLost].some(
    (kind) => error instanceof kind,
  );
  return isOwnError || /^(53...|57014)$/.test(errorCode(error) ?? "");
}

/** Whether the disk of the database or of our files is full. */
export function isDiskFull(error: unknown): boolean {
  if (["53100", "ENOSPC", "EDQUOT"].includes(errorCode(error) ?? "")) return true;
  return error instanceof Error && error.cause !== undefined && isDiskFull(error.cause);
}

/** Whether the transaction was rolled back because of another one, so that a retry is safe and useful. */
export function isConflict(error: unknown): boolean {
  const code = errorCode(error);
  return code === "40001" || code === "40P01";
}

export function isDuplicate(error: unknown): boolean {
  return errorCode(error) === "23505";
}

export function isMissing(error: unknown): boolean {
  return errorCode(error) === "23503";
}

export function isLockTimeout(error: unknown): boolean {
  return errorCode(error) === "55P03";
}

/** Whether the server is read-only, as after a failover; a new connection finds the new primary. */
export function isReadOnly(error: unknown): boolean {
  return errorCode(error) === "25006";
}

/** Whether the connection failed; the statement may have run. */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  const code = errorCode(error);
  if (code !== undefined) return /^(57P0[1-5]|25P03|25006|08...)$/.test(code) || socketCodes.has(code);
  return (
    error instanceof Error &&
    // oxlint-disable-next-line house/sentences -- pg's own errors carry no code
    /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout)/.test(
      error.message,
    )
  );
}

/** Whether the database did not answer in time, so that a retry would only wait again. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof ConnectionLost) return isTimeout(error.cause);
  // oxlint-disable-next-line house/sentences -- pg's own errors carry no code
  return error instanceof Error && /^timeout exceeded|connection timeout$|^Query read timeout/.test(error.message);
}

export function isPoolTimeout(error: unknown): boolean {
  // oxlint-disable-next-line house/sentences -- pg's own errors carry no code
  return error instanceof Error && error.message.startsWith("timeout exceeded");
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

/** Whether the change violates this constraint. */
export function breaks(error: unknown, constraint: string): boolean {
  return error instanceof Error && "constraint" in error && error.constraint === constraint;
}
