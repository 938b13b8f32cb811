import type { LoggedIn } from "#contract/people/accounts.ts";
import { keepCartIdentifier, startSession } from "#web/lib/session.ts";
import { keepSignals } from "#web/ui/code-scanner/scan-signals.ts";

/** Starts the session of a login that succeeded; a visitor's cart is its user's now. */
export function keepLogin({ token, sessionKey, cartIdentifier, ...who }: LoggedIn): void {
  const { userId, userName, userTypeId, name, borrowerId, role, idleMinutes } = who;
  startSession({ token, sessionKey, user: { userId, userName, userTypeId, name, borrowerId, role, idleMinutes } });
  if (who.scanSignals) keepSignals(who.scanSignals);
  keepCartIdentifier(cartIdentifier);
}
