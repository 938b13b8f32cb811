import { isPoolTimeout, isReadOnly, isTimeout } from "../errors/database-errors.ts";
import type { Log } from "../log.ts";
import { createHash } from "node:crypto";

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

/** Current trouble, and counts since the start. */
export type DatabaseFacts = { isAway: boolean; isReadOnly: boolean; lost: number; slow: number };

/** Logs lost connections, an unreachable or read-only database, its return, and slow statements without their values. */
export function watchDatabase(
  log: Pick<Log, "warn" | "info">,
  slowMs: number,
): DatabaseWatch & { facts: () => DatabaseFacts } {
  const facts = { isAway: false, isReadOnly: false, lost: 0, slow: 0 };
  let trouble: { since: number; lost: number } | undefined;
  const warn = (error: unknown, sentence: string) => {
    log.warn({ trouble: String(error) }, sentence);
    return (trouble ??= { since: performance.now(), lost: 0 });
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
    facts: () => ({ ...facts }),
    connected() {
      if (!trouble) return;
      log.info({ ms: Math.round(performance.now() - trouble.since), lost: trouble.lost }, "the database answers again");
      trouble = undefined;
      facts.isAway = false;
    },
    lost(error) {
      const current = trouble ?? warn(error, "a connection to the database was lost");
      current.lost += 1;
      facts.lost += 1;
    },
    away(error) {
      if (facts.isAway || isPoolTimeout(error)) return;
      facts.isAway = true;
      warn(error, "the database cannot be reached");
    },
    began(text) {
      const started = performance.now();
      return (error) => {
        const ms = performance.now() - started;
        if (ms >= slowMs) {
          facts.slow += 1;
          log.warn(
            { statement: nameOfText(text), ms: Math.round(ms), ...(error !== undefined && { failed: true }) },
            "slow statement",
          );
        }
        if (error === undefined) {
          if (facts.isReadOnly && isWrite(text)) noteWritable();
        } else if (isReadOnly(error)) noteReadOnly(error);
        else if (isTimeout(error) && !trouble) warn(error, "the database did not answer in time");
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

const maxTables = 4;

/**
 * Returns a statement's verb, tables, and a short hash: "select items, copies 1f0a99c2". It takes only words after SQL
 * keywords, never quoted text, so no value can appear.
 */
export function nameOfText(text: string): string {
  const bare = text.replace(/'(?:[^']|'')*'/g, " ").replace(/--[^\n]*/g, " ");
  const [, insert, remove, update] = changes.exec(bare) ?? [];
  const [first = ""] = /[a-z]+/i.exec(bare) ?? [];
  const verb = (insert ?? remove ?? update ?? first).toLowerCase();
  const commonTables = new Set([...bare.matchAll(withQueries)].map(([, name]) => name));
  const tables = [...bare.matchAll(readTables)]
    .map(([, read, written = read ?? ""]) => written.toLowerCase())
    .filter((table) => !notTables.has(table) && !commonTables.has(table));
  const code = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const about = [...new Set(tables)].slice(0, maxTables).join(", ");
  return [verb === "with" ? "select" : verb, about, code].filter((word) => word !== "").join(" ");
}

const notLocking = String.raw`(?<!\b(?:for|key|do)\s+)`;
const changes = new RegExp(String.raw`\b(insert)\s+into\b|\b(delete)\s+from\b|${notLocking}\b(update)\s+\S`, "i");
// a name before a parenthesis is a function, except after "into"
const readTables = new RegExp(
  String.raw`\b(?:from|join)\s+"?([a-z_]+)\b"?(?!\s*\()|\b(?:into|${notLocking}update)\s+"?([a-z_]+)\b`,
  "gi",
);
const withQueries = /\b([a-z_]+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi;
const notTables = new Set(["lateral", "select", "set", "of", "skip"]);
