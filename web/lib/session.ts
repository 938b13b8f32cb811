import { userTypes } from "#contract/codes.ts";
import { useSyncExternalStore } from "react";

export type CurrentUser = {
  userId: number;
  userName: string;
  userTypeId: number;
  name: string;
  borrowerId: number | null;
};

export type Session = { token: string; user: CurrentUser };

const listeners = new Set<() => void>();
let known: { token: string | null; userText: string | null; session: Session | null } | undefined;

/** Whether a token's expiry is missing or passed; `offset` seconds are added to now. */
export function isExpired(token: string | null, offset = 0): boolean {
  try {
    const claims: unknown = JSON.parse(
      atob((token ?? "").split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? ""),
    );
    const exp = typeof claims === "object" && claims !== null && "exp" in claims ? claims.exp : undefined;
    return typeof exp !== "number" || exp * 1000 <= Date.now() + offset * 1000;
  } catch {
    // not a token
    return true;
  }
}

/** The live session, or null when logged out or expired. */
export function currentSession(): Session | null {
  if (typeof sessionStorage === "undefined") return null;
  const token = sessionStorage.getItem("token");
  const userText = sessionStorage.getItem("currentUser");
  if (!known || known.token !== token || known.userText !== userText)
    known = { token, userText, session: read(token, userText) };
  return known.session && !isExpired(known.session.token) ? known.session : null;
}

function read(token: string | null, userText: string | null): Session | null {
  if (!token || !userText) return null;
  try {
    const user: unknown = JSON.parse(userText);
    return isUser(user) ? { token, user } : null;
  } catch {
    // someone edited the storage: counts as logged out
    return null;
  }
}

function isUser(value: unknown): value is CurrentUser {
  return typeof value === "object" && value !== null && "userId" in value && "userTypeId" in value && "name" in value;
}

/** The last user who logged in here without logging out, even if the session has expired. */
export function keptUserId(): number | undefined {
  return read(sessionStorage.getItem("token"), sessionStorage.getItem("currentUser"))?.user.userId;
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession, () => null);
}

export function useIsStaff(): boolean {
  return useSession()?.user.userTypeId === userTypes.admin;
}

/** Stores a login under the specified keys. */
export function startSession({ token, sessionKey, user }: Session & { sessionKey: string }): void {
  sessionStorage.setItem("token", token);
  sessionStorage.setItem("currentUser", JSON.stringify(user));
  sessionStorage.setItem("sessionKey", sessionKey);
  changed();
}

/** Ends the login. The cart's identifier stays: a claimed cart answers only to its owner. */
export function endSession(): void {
  for (const key of ["token", "currentUser", "sessionKey"]) sessionStorage.removeItem(key);
  changed();
}

export function cartIdentifier(): string | null {
  return typeof sessionStorage === "undefined" ? null : sessionStorage.getItem("cartIdentifier");
}

export function keepCartIdentifier(identifier: string | null): void {
  if (identifier) sessionStorage.setItem("cartIdentifier", identifier);
  else sessionStorage.removeItem("cartIdentifier");
  changed();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed(): void {
  for (const listener of listeners) listener();
}
