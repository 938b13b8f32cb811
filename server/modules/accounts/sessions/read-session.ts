import type { Clock } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import { findLiveSession } from "./session.queries.ts";
import { signingKeys } from "./signing-keys.ts";
import { rememberingVerifier } from "./tokens.ts";

/** What reading and opening sessions needs. */
export type SessionParts = { db: Database; clock: Clock; configuration: Pick<Configuration, "tokenKeys"> };

/** Creates the session reader: a token's live session, or null when anything about it is wrong. */
export function createSessionReader({ db, clock, configuration }: SessionParts) {
  const keys = signingKeys(db, configuration);
  const verifyToken = rememberingVerifier();
  return async (token: string) => {
    const now = clock.now();
    const claims = await verifyToken(await keys(), token, now);
    if (!claims) return null;
    const row = await findLiveSession(db, claims.sessionId, claims.userId, now);
    if (!row) return null;
    const userTypeId: 1 | 2 = row.user_type_id === 1 ? 1 : 2;
    return { sessionId: claims.sessionId, userId: row.user_id, userTypeId, borrowerId: row.borrower_id };
  };
}
