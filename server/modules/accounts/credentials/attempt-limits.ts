import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "#server/platform/database.ts";
import { attemptLimiter } from "./attempt-limits.queries.ts";

/** How often something may be tried. Every limit ends by itself: nobody is locked out for good. */
export type AttemptLimits = {
  /** Counts a try at somebody's password. Gives the seconds to wait, 0 when it may go on. */
  passwordTry(userName: string, address: string): Promise<number>;
  /** The password was right: the try does not count. */
  passwordRight(userName: string, address: string): Promise<void>;
  /** Counts a registration. Gives the seconds to wait, 0 when it may go on. */
  registration(address: string): Promise<number>;
  /** Counts asking for a new password; the same. */
  resetRequest(address: string): Promise<number>;
  /** Counts following a link for a new password, and using it; the same. */
  resetCheck(address: string): Promise<number>;
  /** Counts a mail with such links to a mailbox; the same. */
  resetMail(mailbox: string): Promise<number>;
};

/**
 * The limits of tries. The narrow one (a name from an address) stops guessing and leaves the owner, who comes from
 * elsewhere, alone; the wide ones stop guessing from many addresses, and one address that tries many names. Where the
 * owner logged in during the last month, guessing elsewhere does not shut them out.
 */
export function attemptLimits(db: Database, scale: number): AttemptLimits {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    attemptLimiter(db, { keyPrefix, points: Math.max(1, Math.round(points * scale)), duration });
  const pair = limiter("login-name-address", 10, 5 * minute);
  const name = limiter("login-name", 100, 15 * minute);
  const address = limiter("login-address", 100, 5 * minute);
  const known = limiter("login-known", 1_000_000, 30 * 24 * 60 * minute); // remembers, never refuses
  const resetRequests = limiter("reset-address", 20, 15 * minute);
  const resetChecks = limiter("reset-check-address", 60, 15 * minute);
  const resetMails = limiter("reset-mailbox", 5, 60 * minute);
  const registrations = limiter("registration-address", 30, 60 * minute);

  return {
    async passwordTry(userName, from) {
      const [who, where] = [hidden(userName.toLowerCase()), network(from)];
      // One after the other: a try that is refused by one does not use up the next.
      const wait = (await waitOf(pair, `${who}@${where}`)) || (await waitOf(address, where));
      if (wait > 0 || (await known.get(`${who}@${where}`)) !== null) return wait;
      return waitOf(name, who);
    },
    async passwordRight(userName, from) {
      const [who, where] = [hidden(userName.toLowerCase()), network(from)];
      await known.consume(`${who}@${where}`);
      await pair.delete(`${who}@${where}`);
      await address.reward(where);
      await name.reward(who);
    },
    registration: (from) => waitOf(registrations, network(from)),
    resetRequest: (from) => waitOf(resetRequests, network(from)),
    resetCheck: (from) => waitOf(resetChecks, network(from)),
    resetMail: (mailbox) => waitOf(resetMails, hidden(mailbox)),
  };
}

const minute = 60; // seconds

async function waitOf(limit: RateLimiterAbstract, key: string): Promise<number> {
  try {
    await limit.consume(key);
    return 0;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
  }
}

/** People type their e-mail or their password into the name field: neither belongs into a table of counters. */
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
