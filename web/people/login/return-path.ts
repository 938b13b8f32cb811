import { userTypes } from "#contract/catalog/codes.ts";
import { isOwnPath } from "#contract/site/own-path.ts";

type Account = { userId: number; userTypeId: number };

function landingOf({ userId, userTypeId }: Account): string {
  return userTypeId === userTypes.admin ? "/admin/dashboard" : `/user/account/${userId}`;
}

export function loginAddress(loginPath: string, from: string): string {
  return isOwnPath(from) ? `${loginPath}?next=${encodeURIComponent(from)}` : loginPath;
}

/** Returns the return path in a login page's address, if it is a path of this site. */
export function returnPath(search: string): string | undefined {
  const next = new URLSearchParams(search).get("next");
  return next !== null && isOwnPath(next) ? next : undefined;
}

export const isStaffPath = (path: string) => /^\/admin(\/|\?|#|$)/i.test(path);

/** Returns the page after a login: the return path if this account may see it, or else the landing page. */
export function destinationOf(search: string, account: Account): string {
  const next = returnPath(search) ?? "";
  const owner = /^\/user\/(?:account|changepassword|orderlist)\/(\d+)/i.exec(next)?.[1];
  const isStaff = account.userTypeId === userTypes.admin;
  const isAllowed = isStaff
    ? owner === undefined
    : !isStaffPath(next) && (owner ?? `${account.userId}`) === `${account.userId}`;
  return next !== "" && isAllowed ? next : landingOf(account);
}

/** Passes the return path of this page on to another page before the login. */
export function withReturnPath(path: string, search: string): string {
  const next = returnPath(search);
  return next === undefined ? path : loginAddress(path, next);
}

/** Returns the login page that fits the return path: staff or borrowers. */
export function loginPageFor(search: string): string {
  return withReturnPath(isStaffPath(returnPath(search) ?? "") ? "/admin/login" : "/user/login", search);
}

/** State for the login page, in the history, where it survives a reload. */
export type LoginState = {
  userName?: string;
  isNew?: true;
  /** The session ended while the user was working. */
  ended?: true;
  /** How long it was idle before it ended. */
  idleMinutes?: number;
};

export function loginStateOf(state: unknown): LoginState {
  if (typeof state !== "object" || state === null) return {};
  const { userName, isNew, ended, idleMinutes }: { [Name in keyof LoginState]?: unknown } = state;
  return {
    ...(typeof userName === "string" && { userName }),
    ...(isNew === true && { isNew }),
    ...(ended === true && { ended }),
    ...(typeof idleMinutes === "number" && { idleMinutes }),
  };
}
