import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Database } from "#server/platform/database.ts";
import { clearAttempts, countAttempt, giveBack, hasAttempts } from "./accounts.queries.ts";

/**
 * How often something may be tried: each counts an attempt and answers the seconds to wait, 0 to proceed. Every limit
 * expires: nobody is locked out for good.
 *
 * The narrow one for passwords (a name from an address) stops guessing without affecting the owner, who comes from
 * elsewhere. The wide ones stop guessing from many addresses, and one address that tries many names. An address from
 * which the owner logged in during the last month, or opened a reset link, is not affected by guessing elsewhere.
 */
export function attemptLimits(db: Database, scale: number) {
  const limiter = (prefix: string, points: number, duration: number): Limit => ({
    prefix,
    points: Math.max(1, Math.round(points * scale)),
    duration,
  });
  /** Counts an attempt; returns the seconds to wait. */
  const waitOf = async (limit: Limit, key: string): Promise<number> => {
    const { points, expire } = await countAttempt(db, keyIn(limit, key), limit.duration);
    return points <= limit.points ? 0 : Math.max(1, Math.ceil((Number(expire) - Date.now()) / 1000));
  };
  const pair = limiter("login-name-address", 10, 5 * minute);
  const name = limiter("login-name", 100, 15 * minute);
  const address = limiter("login-address", 100, 5 * minute);
  const known = limiter("login-known", 1_000_000, 30 * 24 * 60 * minute); // only remembers, never refuses
  const resetRequests = limiter("reset-address", 20, 15 * minute);
  const resetChecks = limiter("reset-check-address", 60, 15 * minute);
  const resetMails = limiter("reset-mailbox", 5, 60 * minute);
  const confirmations = limiter("confirmation-account", 5, 60 * minute);
  // short ones, and only for who has the password: fewer tries
  const codePair = limiter("code-name-address", 5, 15 * minute);
  const codeName = limiter("code-name", 20, 60 * minute);
  const registrations = limiter("registration-address", 30, 60 * minute);

  const passwordTry = async (who: Tried, from: string) => {
    const where = network(from);
    // In sequence: an attempt refused by one limit does not use up the next.
    return (await waitOf(pair, `${keyOf(who)}@${where}`)) || waitOf(address, where);
  };
  const isKnownAt = async (who: Tried, where: string) => hasAttempts(db, keyIn(known, `${keyOf(who)}@${where}`));
  /** By the wide limit of the name, which others may have used up: asked after the narrow one. */
  const nameTry = async (who: Tried, from: string) => {
    return (await isKnownAt(who, network(from))) ? 0 : waitOf(name, keyOf(who));
  };
  const proven = async (who: Tried, from: string) => {
    const here = `${keyOf(who)}@${network(from)}`;
    await waitOf(known, here);
    await clearAttempts(db, [keyIn(pair, here), keyIn(codePair, here)]);
  };
  const codeTry = async (who: Tried, from: string) => waitOf(codePair, `${keyOf(who)}@${network(from)}`);
  const codeOfNameTry = async (who: Tried, from: string) =>
    (await isKnownAt(who, network(from))) ? 0 : waitOf(codeName, keyOf(who));
  return {
    passwordTry,
    nameTry,
    /** A stolen session must not become a way to guess its account's password. */
    ownPasswordTry: async (userId: number, from: string) => (await passwordTry(userId, from)) || nameTry(userId, from),
    /** The attempt does not count; `wasKnown`: the name's limit did not count it either. */
    async passwordRight(who: Tried, from: string) {
      const where = network(from);
      const wasKnown = await isKnownAt(who, where);
      await proven(who, from);
      await giveBack(db, keyIn(address, where));
      if (!wasKnown) await giveBack(db, keyIn(name, keyOf(who)));
    },
    /** Codes of the second step, by the narrow limit; only who has the password gets here. */
    codeTry,
    codeOfNameTry,
    /** The same for what the caller's own account asks. */
    ownCodeTry: async (userId: number, from: string) => (await codeTry(userId, from)) || codeOfNameTry(userId, from),
    /** The attempt does not count. */
    async codeRight(who: Tried, from: string) {
      const where = network(from);
      await clearAttempts(db, [keyIn(codePair, `${keyOf(who)}@${where}`)]);
      if (!(await isKnownAt(who, where))) await giveBack(db, keyIn(codeName, keyOf(who)));
    },
    /** A link of a mail was opened here: its reader may try passwords here at once, whatever others did. */
    proven,
    registration: (from: string) => waitOf(registrations, network(from)),
    resetRequest: (from: string) => waitOf(resetRequests, network(from)),
    resetCheck: (from: string) => waitOf(resetChecks, network(from)),
    confirmation: (userId: number) => waitOf(confirmations, `id:${userId}`),
    resetMail: (mailbox: string) => waitOf(resetMails, hidden(mailbox)),
  };
}

export type AttemptLimits = ReturnType<typeof attemptLimits>;

const minute = 60; // seconds

/** So many points in so many seconds. */
type Limit = { prefix: string; points: number; duration: number };

const keyIn = ({ prefix }: Limit, key: string) => `${prefix}:${key}`;

/** A user name as it was typed, or the id of the account whose own password is asked for. */
type Tried = string | number;

/** What is typed can never be the key of an account's id. */
function keyOf(who: Tried): string {
  return typeof who === "number" ? `id:${who}` : hidden(who.toLowerCase());
}

/** People type their email or their password into the name field, and neither belongs in a table of counters. */
function hidden(userName: string): string {
  return createHash("sha256").update(userName).digest("base64url").slice(0, 22);
}

/** One subscriber has a whole /64 of IPv6. */
function network(address: string): string {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  const [head = [], tail] = address.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  const zeros = tail ? Array.from({ length: 8 - head.length - tail.length }, () => "0") : [];
  return [...head, ...zeros, ...(tail ?? [])].slice(0, 4).join(":");
}
