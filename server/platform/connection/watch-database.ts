import { isCrowd, isReadOnly, isSilence } from "../errors/database-errors.ts";
import type { Log } from "../log.ts";
import { isRead, nameOfText } from "./statement-name.ts";

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
