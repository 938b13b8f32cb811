import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Database } from "#server/platform/database.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { clearAttempts, countAttempt, uncountAttempt, hasAttempts } from "./accounts.queries.ts";

/**
 * Each limit counts an attempt, and throws 429 with the seconds to wait if there were too many. Every limit expires, so
 * no one is locked out for good.
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
  const take = async (limit: Limit, key: string, sentence?: string) => {
    const wait = await waitOf(limit, key);
    if (wait > 0) throw new HttpError(429, sentence, wait);
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
  const unconfirmedOrders = limiter("unconfirmed-order-address", 10, 24 * 60 * minute);

  const placeOf = (account: AccountKey, from: string) => `${keyOf(account)}@${network(from)}`;
  const isKnownAt = (account: AccountKey, from: string) => hasAttempts(db, keyIn(known, placeOf(account, from)));
  // in sequence, so that an attempt refused by one limit doesn't use up the next
  const passwordTry = async (account: AccountKey, from: string) => {
    await take(pair, placeOf(account, from));
    await take(address, network(from));
  };
  /** Checks the wide limit of a name after the narrow one, because others may have used it up. */
  const nameTry = async (account: AccountKey, from: string, sentence?: string) => {
    if (!(await isKnownAt(account, from))) await take(name, keyOf(account), sentence);
  };
  const proven = async (account: AccountKey, from: string) => {
    const here = placeOf(account, from);
    await waitOf(known, here);
    await clearAttempts(db, [keyIn(pair, here), keyIn(codePair, here)]);
  };
  /** Uncounts the attempt. */
  const passwordRight = async (account: AccountKey, from: string) => {
    const wasKnown = await isKnownAt(account, from);
    await proven(account, from);
    await uncountAttempt(db, keyIn(address, network(from)));
    if (!wasKnown) await uncountAttempt(db, keyIn(name, keyOf(account)));
  };
  const codeTry = (account: AccountKey, from: string) => take(codePair, placeOf(account, from));
  const codeOfNameTry = async (account: AccountKey, from: string, sentence?: string) => {
    if (!(await isKnownAt(account, from))) await take(codeName, keyOf(account), sentence);
  };
  /** Uncounts the attempt. */
  const codeRight = async (account: AccountKey, from: string) => {
    await clearAttempts(db, [keyIn(codePair, placeOf(account, from))]);
    if (!(await isKnownAt(account, from))) await uncountAttempt(db, keyIn(codeName, keyOf(account)));
  };
  /** Uncounts an attempt that was refused for another reason, such as a new password that is too easy to guess. */
  const uncountOthers = (counters: readonly string[]) => async (error: unknown) => {
    if (error instanceof Refusal && !isWrong(error)) for (const key of counters) await uncountAttempt(db, key);
    throw error;
  };
  return {
    passwordTry,
    nameTry,
    passwordRight,
    codeTry,
    codeOfNameTry,
    codeRight,
    /** Limits a change that checks its owner's password: a stolen session must not become a way to guess it. */
    async ownPassword<Result>({ userId, from }: Owner, change: () => Promise<Result>): Promise<Result> {
      await passwordTry(userId, from);
      await nameTry(userId, from);
      const counters = [keyIn(pair, placeOf(userId, from)), keyIn(address, network(from)), keyIn(name, keyOf(userId))];
      const result = await change().catch(uncountOthers(counters));
      await passwordRight(userId, from);
      return result;
    },
    /** Limits codes from the owner's app in the same way. */
    async ownCode<Result>({ userId, from }: Owner, change: () => Promise<Result>): Promise<Result> {
      await codeTry(userId, from);
      await codeOfNameTry(userId, from);
      const counters = [keyIn(codePair, placeOf(userId, from)), keyIn(codeName, keyOf(userId))];
      const result = await change().catch(uncountOthers(counters));
      await codeRight(userId, from);
      return result;
    },
    /** Lets the reader of an email try passwords from here right away, whatever others did. */
    proven,
    registration: (from: string) => take(registrations, network(from)),
    /**
     * Places an order for a borrower with an unconfirmed mailbox. If there were too many from their network, they must
     * confirm it.
     */
    async unconfirmedOrder<Result>(from: string, place: () => Promise<Result>): Promise<Result> {
      if ((await waitOf(unconfirmedOrders, network(from))) > 0) throw new Refusal({ kind: "unconfirmed" });
      return place().catch(async (error: unknown) => {
        await uncountAttempt(db, keyIn(unconfirmedOrders, network(from)));
        throw error;
      });
    },
    resetRequest: (from: string) => take(resetRequests, network(from)),
    resetCheck: (from: string) => take(resetChecks, network(from)),
    confirmation: (userId: number) => take(confirmations, `id:${userId}`),
    mayMailReset: async (mailbox: string) => (await waitOf(resetMails, hashOf(mailbox))) === 0,
  };
}

export type AttemptLimits = ReturnType<typeof attemptLimits>;

/** Limits the attempts at the password and code of a change that needs proof. */
export function limitProof<Result>(
  limits: Pick<AttemptLimits, "ownPassword" | "ownCode">,
  owner: Owner,
  code: string | undefined,
  change: () => Promise<Result>,
): Promise<Result> {
  const withPassword = () => limits.ownPassword(owner, change);
  return code ? limits.ownCode(owner, withPassword) : withPassword();
}

const isWrong = ({ reason: { kind } }: Refusal) => kind === "wrong-password" || kind === "wrong-code";

const minute = 60; // seconds

/** `duration` is in seconds. */
type Limit = { prefix: string; points: number; duration: number };

const keyIn = ({ prefix }: Limit, key: string) => `${prefix}:${key}`;

/** An account, and the address of its session. */
export type Owner = { userId: number; from: string };

/** A typed user name, or the id of the caller's own account. */
type AccountKey = string | number;

/** Returns a key for an account; a typed name can never equal the key of an id. */
function keyOf(account: AccountKey): string {
  return typeof account === "number" ? `id:${account}` : hashOf(account.toLowerCase());
}

/** Hashes a name, because people type emails and passwords there, which don't belong in a table of counters. */
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
