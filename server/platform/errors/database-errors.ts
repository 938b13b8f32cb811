import { errorCode } from "./error-code.ts";

/** The connection broke during commit: the transaction may or may not have happened. Check before retrying. */
export class OutcomeUnknown extends Error {
  override name = "OutcomeUnknown";
  constructor(cause: unknown) {
    super("The database connection was lost during commit: it is not known whether the change was made.", { cause });
  }
}

/** The transaction conflicted with others repeatedly; nothing was changed. */
export class TooContended extends Error {
  override name = "TooContended";
  constructor(cause: unknown) {
    super("The transaction was refused again and again because of others at the same rows.", { cause });
  }
}

/** No database connection was available; nothing was changed. */
export class DatabaseUnreachable extends Error {
  override name = "DatabaseUnreachable";
  constructor(cause: unknown) {
    super("The database cannot be reached.", { cause });
  }
}

/** The connection broke, or the answer did not come in time: a lone statement may or may not have happened. */
export class ConnectionLost extends Error {
  override name = "ConnectionLost";
  constructor(cause: unknown) {
    super("The database connection was lost.", { cause });
  }
}

/** Whether the database is too busy, away, or short of something: what was asked may be right another time. */
export function isDatabaseTrouble(error: unknown): boolean {
  const isOurs = [OutcomeUnknown, TooContended, DatabaseUnreachable, ConnectionLost].some(
    (kind) => error instanceof kind,
  );
  return isOurs || /^(53...|57014)$/.test(errorCode(error) ?? "");
}

/** Whether there is no room left on a disk: the database's, or that of our files. */
export function isDiskFull(error: unknown): boolean {
  if (["53100", "ENOSPC", "EDQUOT"].includes(errorCode(error) ?? "")) return true;
  return error instanceof Error && error.cause !== undefined && isDiskFull(error.cause);
}

/** Whether the database rolled the transaction back because of another one: retrying is safe and useful. */
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

/** Whether a lock timed out. */
export function isHeldElsewhere(error: unknown): boolean {
  return errorCode(error) === "55P03";
}

/** Whether the server only reads, as one does whose place another took: a new connection finds the other one. */
export function isReadOnly(error: unknown): boolean {
  return errorCode(error) === "25006";
}

/** Whether the connection failed rather than the statement. The statement may have run. */
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

/** Whether the database was silent for too long: asking again would only wait again. */
export function isSilence(error: unknown): boolean {
  if (error instanceof ConnectionLost) return isSilence(error.cause);
  // oxlint-disable-next-line house/sentences -- pg's own errors carry no code
  return error instanceof Error && /^timeout exceeded|connection timeout$|^Query read timeout/.test(error.message);
}

export function isCrowd(error: unknown): boolean {
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

/** Whether the database refused the change because of this constraint. */
export function breaks(error: unknown, constraint: string): boolean {
  return error instanceof Error && "constraint" in error && error.constraint === constraint;
}
