import { currentSession, startSession } from "#web/lib/session.ts";

/** What the user of this login is called from now on, in all tabs that have it. */
export function renameUser(name: string): void {
  const session = currentSession();
  const sessionKey = sessionStorage.getItem("sessionKey");
  if (session && sessionKey !== null) startSession({ ...session, sessionKey, user: { ...session.user, name } });
}
