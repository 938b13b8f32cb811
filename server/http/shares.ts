import type { Endpoint } from "#contract/wire/endpoint.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";
import { type Outage, turnstile } from "#server/platform/turnstile.ts";

/** What a call is for. Each has a share of what the library can do: a flood of one leaves the others theirs. */
export type Share = keyof typeof sizes;

declare module "fastify" {
  interface FastifyInstance {
    /** Takes a place in a share, and gives how to leave it; throws 503 when none was free for too long. */
    enterShare: (share: Share) => Promise<() => void>;
    /** How many calls are under way in each share, and how many wait. */
    shareCounts: () => Record<Share, { running: number; waiting: number }>;
  }
  interface FastifyContextConfig {
    share?: Share;
  }
}

// Together a little more than the usual 16 connections: few calls hold one all the time. Searches keep the processor busy: more of them at once only make each, and
// everything else, slower.
// Whose wait would be longer than `foreseen` is turned away at once, and who waits longer than `patience` all the same, too, so that
// those served are served within a second; but while the database is away, those inside wait for it, and so does the queue.
const [patience, foreseen] = [600, 400]; // ms
const sizes = {
  browsing: { atOnce: 4, queue: 100, patience, foreseen },
  entering: { atOnce: 4, queue: 50, patience, foreseen: patience },
  working: { atOnce: 10, queue: 100, patience, foreseen },
  // beside a result that is there already: the first to go without when others wait
  counting: { atOnce: 2, queue: 20, patience, foreseen },
} as const;

/** Logging in and registering are apart from browsing, and what needs a login is apart from both. */
export function shareOf({ access, call }: Pick<Endpoint, "access" | "call">): Share {
  if (access !== "anyone") return "working";
  return call.startsWith("POST Account/") ? "entering" : "browsing";
}

/** Gives each share its size, or for tests, which share their machine, none; says whether that of a call is used up. */
export function shareOut(
  app: FastifyInstance,
  isLimited: boolean,
  outage?: Outage,
): (request: FastifyRequest) => boolean {
  const shares = {
    browsing: turnstile(sizes.browsing, outage),
    entering: turnstile(sizes.entering, outage),
    working: turnstile(sizes.working, outage),
    // while the database is away, nobody waits for counts
    counting: turnstile(sizes.counting),
  };
  app.decorate("enterShare", async (share) => {
    if (!isLimited) return () => {};
    if (share === "counting" && shares.browsing.counts().waiting > 0) throw new HttpError(503);
    return shares[share].enter();
  });
  app.decorate("shareCounts", () => ({
    browsing: shares.browsing.counts(),
    entering: shares.entering.counts(),
    working: shares.working.counts(),
    counting: shares.counting.counts(),
  }));
  return ({ routeOptions }) => {
    const share = routeOptions.config?.share;
    return isLimited && share !== undefined && shares[share].isFull();
  };
}
