import { includesRole, type StaffRole } from "#contract/people/roles.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { useSyncExternalStore } from "react";

export type CurrentUser = {
  userId: number;
  userName: string;
  userTypeId: number;
  name: string;
  borrowerId: number | null;
  role: StaffRole | null;
  /** A session of staff ends after so many minutes without a request; of others it does not. */
  idleMinutes?: number | null;
};

export type Session = { token: string; user: CurrentUser };

const listeners = new Set<() => void>();
let known: { token: string | null; userText: string | null; session: Session | null } | undefined;

/** Whether a token's expiry is missing or passed; `offset` seconds are added to now. */
export function isExpired(token: string | null, offset = 0): boolean {
  return endOf(token) <= Date.now() + offset * 1000;
}

/** When a token expires, in ms; 0 when that is missing. */
export function endOf(token: string | null): number {
  try {
    const claims: unknown = JSON.parse(
      atob((token ?? "").split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? ""),
    );
    const exp = typeof claims === "object" && claims !== null && "exp" in claims ? claims.exp : undefined;
    return typeof exp === "number" ? exp * 1000 : 0;
  } catch {
    return 0; // not a token
  }
}

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
  if (typeof value !== "object" || value === null || !("userId" in value && "userTypeId" in value && "name" in value))
    return false;
  return value.userTypeId !== userTypes.admin || "role" in value; // staff who logged in before there were roles log in again
}

/** The last user who logged in here without logging out, even if the session has expired. */
export function keptUserId(): number | undefined {
  return read(sessionStorage.getItem("token"), sessionStorage.getItem("currentUser"))?.user.userId;
}

export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession, () => null);
}

export function useIsStaff(): boolean {
  return useSession()?.user.userTypeId === userTypes.admin;
}

/** Whether the role of this member of staff includes another; the server decides, this only hides what it would refuse. */
export function useMay(least: StaffRole): boolean {
  const role = useSession()?.user.role;
  return Boolean(role && includesRole(role, least));
}

export function startSession({ token, sessionKey, user }: Session & { sessionKey: string }): void {
  sessionStorage.setItem("token", token);
  sessionStorage.setItem("currentUser", JSON.stringify(user));
  sessionStorage.setItem("sessionKey", sessionKey);
  changed();
}

/** Goes on with the same login, which ends later now. */
export function keepToken(token: string): void {
  sessionStorage.setItem("token", token);
  changed();
}

/** Ends the login. The cart's identifier stays: a claimed cart answers only to its owner. */
export function endSession(): void {
  for (const key of ["token", "currentUser", "sessionKey"]) sessionStorage.removeItem(key);
  changed();
}

/**
 * Takes what another tab keeps: its session where there is none, its cart where there is none or with the session, and of the
 * same session what its user is called.
 */
export function takeOver({ cartIdentifier: cart, ...session }: Record<string, string>): void {
  const { token = null, currentUser = null, sessionKey } = session;
  const isNew = !currentSession() && sessionKey !== undefined && read(token, currentUser) !== null && !isExpired(token);
  const isSame = sessionKey === (sessionStorage.getItem("sessionKey") ?? undefined);
  const isPutOff = isSame && token !== null && endOf(token) > endOf(sessionStorage.getItem("token"));
  const takesCart = cart !== undefined && (isNew || (isSame && cartIdentifier() === null));
  const isRenamed =
    isSame && currentUser !== sessionStorage.getItem("currentUser") && read(token, currentUser) !== null;
  if (isNew) for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value);
  if (takesCart) sessionStorage.setItem("cartIdentifier", cart);
  if (isPutOff) sessionStorage.setItem("token", token);
  if (isRenamed && currentUser !== null) sessionStorage.setItem("currentUser", currentUser);
  if (isNew || takesCart || isPutOff || isRenamed) changed();
}

export function cartIdentifier(): string | null {
  return typeof sessionStorage === "undefined" ? null : sessionStorage.getItem("cartIdentifier");
}

export function keepCartIdentifier(identifier: string | null): void {
  if (identifier) sessionStorage.setItem("cartIdentifier", identifier);
  else sessionStorage.removeItem("cartIdentifier");
  changed();
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed(): void {
  for (const listener of listeners) listener();
}
