import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "#server/platform/database.ts";
import { attemptLimiter } from "./attempt-limits.queries.ts";

/**
 * How often something may be tried: each counts an attempt and answers the seconds to wait, 0 to proceed. Every limit
 * expires: nobody is locked out for good.
 *
 * The narrow one for passwords (a name from an address) stops guessing without affecting the owner, who comes from
 * elsewhere. The wide ones stop guessing from many addresses, and one address that tries many names. An address from
 * which the owner logged in during the last month is not affected by guessing elsewhere.
 */
export function attemptLimits(db: Database, scale: number) {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    attemptLimiter(db, { keyPrefix, points: Math.max(1, Math.round(points * scale)), duration });
  const pair = limiter("login-name-address", 10, 5 * minute);
  const name = limiter("login-name", 100, 15 * minute);
  const address = limiter("login-address", 100, 5 * minute);
  const known = limiter("login-known", 1_000_000, 30 * 24 * 60 * minute); // only remembers, never refuses
  const resetRequests = limiter("reset-address", 20, 15 * minute);
  const resetChecks = limiter("reset-check-address", 60, 15 * minute);
  const resetMails = limiter("reset-mailbox", 5, 60 * minute);
  const confirmations = limiter("confirmation-account", 5, 60 * minute);
  const registrations = limiter("registration-address", 30, 60 * minute);

  return {
    async passwordTry(userName: string, from: string) {
      const [who, where] = [hidden(userName.toLowerCase()), network(from)];
      // In sequence: an attempt refused by one limit does not use up the next.
      const wait = (await waitOf(pair, `${who}@${where}`)) || (await waitOf(address, where));
      if (wait > 0 || (await known.get(`${who}@${where}`)) !== null) return wait;
      return waitOf(name, who);
    },
    /** The attempt does not count. */
    async passwordRight(userName: string, from: string) {
      const [who, where] = [hidden(userName.toLowerCase()), network(from)];
      await known.consume(`${who}@${where}`);
      await pair.delete(`${who}@${where}`);
      await address.reward(where);
      await name.reward(who);
    },
    registration: (from: string) => waitOf(registrations, network(from)),
    resetRequest: (from: string) => waitOf(resetRequests, network(from)),
    resetCheck: (from: string) => waitOf(resetChecks, network(from)),
    confirmation: (account: string) => waitOf(confirmations, account),
    resetMail: (mailbox: string) => waitOf(resetMails, hidden(mailbox)),
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
