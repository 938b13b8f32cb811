import { includesRole, type StaffRole } from "#contract/people/roles.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { type ReactNode, useSyncExternalStore } from "react";

export type CurrentUser = {
  userId: number;
  userName: string;
  userTypeId: number;
  name: string;
  borrowerId: number | null;
  role: StaffRole | null;
  /** The session ends after this many minutes without a request. */
  idleMinutes: number;
};

export type Session = { token: string; user: CurrentUser };

const listeners = new Set<() => void>();
let cache: { token: string | null; userText: string | null; session: Session | null } | undefined;

/** Returns whether a token's expiry is missing or past `offset` seconds from now. */
export function isExpired(token: string | null, offset = 0): boolean {
  return endOf(token) <= Date.now() + offset * 1000;
}

/** Returns a token's expiry in ms, 0 if it is missing. */
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
  if (!cache || cache.token !== token || cache.userText !== userText)
    cache = { token, userText, session: readSession(token, userText) };
  return cache.session && !isExpired(cache.session.token) ? cache.session : null;
}

/** Reads the stored login; null if there is none or someone edited the storage. */
export function readSession(token: string | null, userText: string | null): Session | null {
  if (!token || !userText) return null;
  try {
    const user: unknown = JSON.parse(userText);
    return isUser(user) ? { token, user } : null;
  } catch {
    return null;
  }
}

function isUser(value: unknown): value is CurrentUser {
  if (typeof value !== "object" || value === null || !("userId" in value && "userTypeId" in value && "name" in value))
    return false;
  return value.userTypeId !== userTypes.admin || "role" in value; // sessions from before roles existed are invalid
}

/** Returns the user who logged in here last without logging out, even if the session has expired. */
export function keptUserId(): number | undefined {
  return readSession(sessionStorage.getItem("token"), sessionStorage.getItem("currentUser"))?.user.userId;
}

export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession, () => null);
}

export function useIsStaff(): boolean {
  return useSession()?.user.userTypeId === userTypes.admin;
}

/** Returns whether the user has this role, to hide controls that the server would refuse. */
export function useMay(least: StaffRole): boolean {
  const role = useSession()?.user.role;
  return Boolean(role && includesRole(role, least));
}

export function startSession({ token, sessionKey, user }: Session & { sessionKey: string }): void {
  sessionStorage.setItem("token", token);
  sessionStorage.setItem("currentUser", JSON.stringify(user));
  sessionStorage.setItem("sessionKey", sessionKey);
  notifySession();
}

/** Stores a renewed token of the same login. */
export function storeToken(token: string): void {
  sessionStorage.setItem("token", token);
  notifySession();
}

/** Ends the login. The cart's identifier stays, because a claimed cart answers only to its owner. */
export function endSession(): void {
  for (const key of ["token", "currentUser", "sessionKey"]) sessionStorage.removeItem(key);
  notifySession();
}

export function cartIdentifier(): string | null {
  return typeof sessionStorage === "undefined" ? null : sessionStorage.getItem("cartIdentifier");
}

export function keepCartIdentifier(identifier: string | null): void {
  if (identifier) sessionStorage.setItem("cartIdentifier", identifier);
  else sessionStorage.removeItem("cartIdentifier");
  notifySession();
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifySession(): void {
  for (const listener of listeners) listener();
}

/** Hides its content from staff without this role, because the server would refuse them. */
export function ForRole({ least, children }: { least: StaffRole; children: ReactNode }) {
  return useMay(least) && children;
}
