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

/**
 * Returns whether the same request may succeed later: the database is away, too busy, out of resources, or aborted the
 * request because of other transactions. Other codes, such as a wrong statement or damaged data, are faults.
 */
export function isDatabaseTrouble(error: unknown): boolean {
  const isOwnError = isOutage(error) || error instanceof OutcomeUnknown || error instanceof TooContended;
  return isOwnError || /^(53...|57014|40001|40P01|55P03|58030)$/.test(errorCode(error) ?? "");
}

/** Returns whether the database is away, which `watchDatabase` logs once for everyone. */
export function isOutage(error: unknown): boolean {
  return error instanceof DatabaseUnreachable || isLostConnection(error);
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
  if (code !== undefined) return /^(57P0[1-5]|25P0[34]|25006|08...)$/.test(code) || socketCodes.has(code);
  return (
    error instanceof Error &&
    // oxlint-disable-next-line house/sentences -- pg's own errors carry no code
    /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout)/.test(
      error.message,
    )
  );
}

/** Returns whether the server rejects this role or password, so that retrying soon is pointless. */
export function isRefusedLogin(error: unknown): boolean {
  return /^(28...|3D000|42501|55000)$/.test(errorCode(error) ?? "");
}

/** Returns whether the server refuses the role or its password, which may have been replaced. */
export function isWrongPassword(error: unknown): boolean {
  return /^28...$/.test(errorCode(error) ?? "");
}

const causes: Record<string, string | undefined> = {
  "28P01": "it refuses our password",
  "28000": "it refuses our role",
  "42501": "it refuses our role",
  "3D000": "it has no database of that name",
  "55000": "its database accepts no connections",
  "57P03": "it is starting or stopping",
  "53100": "its disk is full",
  "53200": "it is out of memory",
  "53300": "it has no connections left for us",
  ECONNREFUSED: "nothing is listening at its address",
  ENOENT: "nothing is listening at its address",
  ENOTFOUND: "its host name is unknown",
  EAI_AGAIN: "its host name can't be looked up",
};

/** Returns why the database is away, by the error's code: the message may name the role. */
export function causeOfOutage(error: unknown): string {
  if (isTimeout(error)) return "it doesn't answer in time";
  const code = errorCode(error);
  if (code === undefined) return "the connection failed";
  return `${causes[code] ?? "the connection failed"} (${code})`;
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
