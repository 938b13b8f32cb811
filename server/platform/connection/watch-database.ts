import { isCrowd, isReadOnly, isSilence } from "../errors/database-errors.ts";
import type { Log } from "../log.ts";
import { createHash } from "node:crypto";

/** What a pool tells of its connections and statements. */
export type DatabaseWatch = {
  /** A new connection works. */
  connected: () => void;
  /** One that worked broke. */
  lost: (error: Error) => void;
  /** None could be made. */
  away: (error: unknown) => void;
  /** A statement was sent; call what it gives with the outcome. */
  began: (text: string) => StatementEnded;
};
export type StatementEnded = (error?: unknown) => void;

/** What went wrong since the start, and what is wrong now. */
export type DatabaseFacts = { isAway: boolean; isReadOnly: boolean; lost: number; slow: number };

/**
 * Says in the log, each as a line of its own: that connections were lost, the database is away, back, or only reads, and
 * which statements took as long as `slow` (ms). Never what a statement was given.
 */
export function watchDatabase(
  log: Pick<Log, "warn" | "info">,
  slow: number,
): DatabaseWatch & { facts: () => DatabaseFacts } {
  const facts = { isAway: false, isReadOnly: false, lost: 0, slow: 0 };
  let trouble: { since: number; lost: number } | undefined;
  const say = (error: unknown, sentence: string) => {
    log.warn({ trouble: String(error) }, sentence);
    return (trouble ??= { since: performance.now(), lost: 0 });
  };
  const readOnly = (error: unknown) => {
    if (!facts.isReadOnly)
      log.warn({ trouble: String(error) }, "the database only reads: another server may have its place");
    facts.isReadOnly = true;
  };
  const wrote = () => {
    facts.isReadOnly = false;
    log.info("the database takes changes again");
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
      const current = trouble ?? say(error, "a connection to the database was lost");
      current.lost += 1;
      facts.lost += 1;
    },
    away(error) {
      if (facts.isAway || isCrowd(error)) return;
      facts.isAway = true;
      say(error, "the database cannot be reached");
    },
    began(text) {
      const started = performance.now();
      return (error) => {
        const ms = performance.now() - started;
        if (ms >= slow) {
          facts.slow += 1;
          log.warn(
            { statement: nameOfText(text), ms: Math.round(ms), ...(error !== undefined && { failed: true }) },
            "slow statement",
          );
        }
        if (error === undefined) {
          if (facts.isReadOnly && isWrite(text)) wrote();
        } else if (isReadOnly(error)) readOnly(error);
        else if (isSilence(error) && !trouble) say(error, "the database did not answer in time");
      };
    },
  };
}

const isWrite = (text: string) => /^\s*(insert|update|delete|with)\b/i.test(text) && !isRead(text);

/** Whether a statement changes nothing, as far as its text tells. */
export function isRead(text: string): boolean {
  return (
    /^\s*(select|with)\b/i.test(text) && !/\b(insert\s+into|update\s+\S+\s|delete\s+from|merge\s+into)\b/i.test(text)
  );
}

const most = 4; // tables

/**
 * What a statement does and to which tables, with eight digits that tell it from others which do so: "select items, copies
 * 1f0a99c2". Nothing of its values: only words after the keywords of SQL are taken, never what is in quotes.
 */
export function nameOfText(text: string): string {
  const bare = text.replace(/'(?:[^']|'')*'/g, " ").replace(/--[^\n]*/g, " ");
  const [, insert, remove, update] = changes.exec(bare) ?? [];
  const [first = ""] = /[a-z]+/i.exec(bare) ?? [];
  const verb = (insert ?? remove ?? update ?? first).toLowerCase();
  const parts = new Set([...bare.matchAll(partsOfWith)].map(([, name]) => name));
  const tables = [...bare.matchAll(readTables)]
    .map(([, read, written = read ?? ""]) => written.toLowerCase())
    .filter((table) => !notTables.has(table) && !parts.has(table));
  const code = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const about = [...new Set(tables)].slice(0, most).join(", ");
  return [verb === "with" ? "select" : verb, about, code].filter((word) => word !== "").join(" ");
}

const notLocking = String.raw`(?<!\b(?:for|key|do)\s+)`;
const changes = new RegExp(String.raw`\b(insert)\s+into\b|\b(delete)\s+from\b|${notLocking}\b(update)\s+\S`, "i");
// what is followed by a parenthesis is a function, unless something is inserted into it
const readTables = new RegExp(
  String.raw`\b(?:from|join)\s+"?([a-z_]+)\b"?(?!\s*\()|\b(?:into|${notLocking}update)\s+"?([a-z_]+)\b`,
  "gi",
);
const partsOfWith = /\b([a-z_]+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi;
const notTables = new Set(["lateral", "select", "set", "of", "skip"]);
