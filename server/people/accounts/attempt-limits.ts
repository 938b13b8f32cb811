import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Database } from "#server/platform/database.ts";
import { clearAttempts, countAttempt, uncountAttempt, hasAttempts } from "./accounts.queries.ts";

/**
 * Each limit counts an attempt and returns the seconds to wait, 0 to proceed. Every limit expires, so no one is locked
 * out for good.
 *
 * The narrow limit for passwords (a name from an address) stops guessing without affecting the owner, who logs in from
 * elsewhere. The wide ones stop guessing from many addresses, and one address that tries many names. Guessing elsewhere
 * doesn't affect an address from which the owner logged in during the last month or opened a reset link.
 */
export function attemptLimits(db: Database, scale: number) {
  const limiter = (prefix: string, points: number, duration: number): Limit => ({
    prefix,
    points: Math.max(1, Math.round(points * scale)),
    duration,
  });
  const waitOf = async (limit: Limit, key: string): Promise<number> => {
    const { points, expire } = await countAttempt(db, keyIn(limit, key), limit.duration);
    return points <= limit.points ? 0 : Math.max(1, Math.ceil((Number(expire) - Date.now()) / 1000));
  };
  const pair = limiter("login-name-address", 10, 5 * minute);
  const name = limiter("login-name", 100, 15 * minute);
  const address = limiter("login-address", 100, 5 * minute);
  const known = limiter("login-known", 1_000_000, 30 * 24 * 60 * minute); // only remembers an address, never refuses
  const resetRequests = limiter("reset-address", 20, 15 * minute);
  const resetChecks = limiter("reset-check-address", 60, 15 * minute);
  const resetMails = limiter("reset-mailbox", 5, 60 * minute);
  const confirmations = limiter("confirmation-account", 5, 60 * minute);
  // codes are short, so these are stricter
  const codePair = limiter("code-name-address", 5, 15 * minute);
  const codeName = limiter("code-name", 20, 60 * minute);
  const registrations = limiter("registration-address", 30, 60 * minute);

  const passwordTry = async (account: AccountKey, from: string) => {
    const where = network(from);
    // in sequence, so that an attempt refused by one limit doesn't use up the next
    return (await waitOf(pair, `${keyOf(account)}@${where}`)) || waitOf(address, where);
  };
  const isKnownAt = async (account: AccountKey, where: string) =>
    hasAttempts(db, keyIn(known, `${keyOf(account)}@${where}`));
  /** The wide limit of a name, which others may have used up: ask it after the narrow one. */
  const nameTry = async (account: AccountKey, from: string) => {
    return (await isKnownAt(account, network(from))) ? 0 : waitOf(name, keyOf(account));
  };
  const proven = async (account: AccountKey, from: string) => {
    const here = `${keyOf(account)}@${network(from)}`;
    await waitOf(known, here);
    await clearAttempts(db, [keyIn(pair, here), keyIn(codePair, here)]);
  };
  const codeTry = async (account: AccountKey, from: string) => waitOf(codePair, `${keyOf(account)}@${network(from)}`);
  const codeOfNameTry = async (account: AccountKey, from: string) =>
    (await isKnownAt(account, network(from))) ? 0 : waitOf(codeName, keyOf(account));
  return {
    passwordTry,
    nameTry,
    /** A stolen session must not become a way to guess its account's password. */
    ownPasswordTry: async (userId: number, from: string) => (await passwordTry(userId, from)) || nameTry(userId, from),
    /** Uncounts the attempt. */
    async passwordRight(account: AccountKey, from: string) {
      const where = network(from);
      const wasKnown = await isKnownAt(account, where);
      await proven(account, from);
      await uncountAttempt(db, keyIn(address, where));
      if (!wasKnown) await uncountAttempt(db, keyIn(name, keyOf(account)));
    },
    codeTry,
    codeOfNameTry,
    /** The same for a code on the caller's own account page. */
    ownCodeTry: async (userId: number, from: string) => (await codeTry(userId, from)) || codeOfNameTry(userId, from),
    /** Uncounts the attempt. */
    async codeRight(account: AccountKey, from: string) {
      const where = network(from);
      await clearAttempts(db, [keyIn(codePair, `${keyOf(account)}@${where}`)]);
      if (!(await isKnownAt(account, where))) await uncountAttempt(db, keyIn(codeName, keyOf(account)));
    },
    /** Lets the reader of an email try passwords from here right away, whatever others did. */
    proven,
    registration: (from: string) => waitOf(registrations, network(from)),
    resetRequest: (from: string) => waitOf(resetRequests, network(from)),
    resetCheck: (from: string) => waitOf(resetChecks, network(from)),
    confirmation: (userId: number) => waitOf(confirmations, `id:${userId}`),
    resetMail: (mailbox: string) => waitOf(resetMails, hashOf(mailbox)),
  };
}

export type AttemptLimits = ReturnType<typeof attemptLimits>;

const minute = 60; // seconds

/** `duration` is in seconds. */
type Limit = { prefix: string; points: number; duration: number };

const keyIn = ({ prefix }: Limit, key: string) => `${prefix}:${key}`;

/** A typed user name, or the id of the caller's own account. */
type AccountKey = string | number;

/** A typed name can never equal the key of an account's id. */
function keyOf(account: AccountKey): string {
  return typeof account === "number" ? `id:${account}` : hashOf(account.toLowerCase());
}

/** People type their email or their password into the name field, and neither belongs in a table of counters. */
function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** Shortens an IPv6 address to its /64 network, which is one subscriber's. */
function network(address: string): string {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  const [head = [], tail] = address.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  const zeros = tail ? Array.from({ length: 8 - head.length - tail.length }, () => "0") : [];
  return [...head, ...zeros, ...(tail ?? [])].slice(0, 4).join(":");
}
