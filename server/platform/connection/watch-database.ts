import pg from "pg";
import { causeOfOutage, isPoolTimeout, isReadOnly, isRefusedLogin, isTimeout } from "../errors/database-errors.ts";
import type { Log } from "../log.ts";
import type { ConnectionSettings } from "./connection-settings.ts";

/** Observes a pool's connections and statements. */
export type DatabaseWatch = {
  /** A new connection works. */
  connected: () => void;
  /** A working connection broke. */
  lost: (error: Error) => void;
  /** No connection could be made. */
  away: (error: unknown) => void;
  /** A statement was sent; call the returned function with its error, if any. */
  began: (text: string) => StatementEnded;
};
export type StatementEnded = (error?: unknown) => void;

/**
 * The current state, and counts since the start. `isRefused` means that the server rejects our login, and `awaySince` is the
 * time of `performance.now()` since which it can't be reached.
 */
export type DatabaseFacts = {
  isRefused: boolean;
  awaySince: number | undefined;
  isReadOnly: boolean;
  lost: number;
  slow: number;
};

type Trouble = { lost: number; loggedAt?: number; ending?: NodeJS.Timeout };

const steadyMs = 1000; // a restarting server accepts some connections and refuses others

/**
 * Logs a database outage in one line and its end in another, so that nothing else has to. Also logs a read-only database,
 * and slow statements without their values. Names `connection` by its host and port.
 */
export function watchDatabase(
  log: Pick<Log, "error" | "warn" | "info">,
  slowMs: number,
  connection: ConnectionSettings,
): DatabaseWatch & { facts: () => DatabaseFacts } {
  const facts = { isRefused: false, isReadOnly: false, lost: 0, slow: 0 };
  let trouble: Trouble | undefined;
  const begin = () => {
    trouble ??= { lost: 0 };
    clearTimeout(trouble.ending);
    return trouble;
  };
  const report = (error: unknown) => {
    const current = begin();
    if (isRefusedLogin(error)) facts.isRefused = true;
    if (current.loggedAt !== undefined) return;
    current.loggedAt = performance.now();
    const { host, port } = new pg.Client(connection);
    log.error({ host, port, cause: causeOfOutage(error) }, "the database cannot be reached");
  };
  const end = ({ lost, loggedAt }: Trouble, answeredAt: number) => {
    trouble = undefined;
    if (loggedAt === undefined) log.info({ lost }, "lost connections to the database were replaced");
    else log.info({ ms: Math.round(answeredAt - loggedAt), lost }, "the database answers again");
  };
  const noteReadOnly = (error: unknown) => {
    if (!facts.isReadOnly)
      log.warn({ trouble: String(error) }, "the database is read-only: another server may have taken over");
    facts.isReadOnly = true;
  };
  const noteWritable = () => {
    facts.isReadOnly = false;
    log.info("the database is writable again");
  };
  return {
    facts: () => ({ ...facts, awaySince: trouble?.loggedAt }),
    connected() {
      if (!trouble) return;
      facts.isRefused = false;
      clearTimeout(trouble.ending);
      trouble.ending = setTimeout(end, steadyMs, trouble, performance.now()).unref();
    },
    lost() {
      begin().lost += 1;
      facts.lost += 1;
    },
    away(error) {
      if (!isPoolTimeout(error)) report(error);
    },
    began(text) {
      const started = performance.now();
      return (error) => {
        const ms = performance.now() - started;
        if (ms >= slowMs) {
          facts.slow += 1;
          log.warn(
            { statement: withoutValues(text), ms: Math.round(ms), ...(error !== undefined && { failed: true }) },
            "slow statement",
          );
        }
        if (error === undefined) {
          if (facts.isReadOnly && isWrite(text)) noteWritable();
        } else if (isReadOnly(error)) noteReadOnly(error);
        else if (isTimeout(error)) report(error);
      };
    },
  };
}

const isWrite = (text: string) => /^\s*(insert|update|delete|with)\b/i.test(text) && !isRead(text);

/** Whether a statement changes nothing, judging by its text. */
export function isRead(text: string): boolean {
  return (
    /^\s*(select|with)\b/i.test(text) && !/\b(insert\s+into|update\s+\S+\s|delete\s+from|merge\s+into)\b/i.test(text)
  );
}

const maxText = 1000; // characters

/** Returns a statement in one line, without texts in quotation marks; its other values are parameters. */
export const withoutValues = (text: string) =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, maxText);
