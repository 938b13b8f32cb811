import { userTypes } from "#contract/catalog/codes.ts";
import { isOwnPath } from "#contract/site/own-path.ts";

type Who = { userId: number; userTypeId: number };

export function landingOf({ userId, userTypeId }: Who): string {
  return userTypeId === userTypes.admin ? "/admin/dashboard" : `/user/account/${userId}`;
}

/** The login page with a return path: where one wanted to be. */
export function loginAddress(loginPath: string, from: string): string {
  return isOwnPath(from) ? `${loginPath}?next=${encodeURIComponent(from)}` : loginPath;
}

/** The return path in a login page's address, if it is one of ours. */
export function returnPath(search: string): string | undefined {
  const next = new URLSearchParams(search).get("next");
  return next !== null && isOwnPath(next) ? next : undefined;
}

export const isOfStaff = (path: string) => /^\/admin(\/|\?|#|$)/i.test(path);

/** Where a login leads: back, if that page is one for them, or to their landing page. */
export function destinationOf(search: string, who: Who): string {
  const next = returnPath(search) ?? "";
  const owner = /^\/user\/(?:account|changepassword|orderlist)\/(\d+)/i.exec(next)?.[1];
  const isStaff = who.userTypeId === userTypes.admin;
  const isForThem = isStaff ? owner === undefined : !isOfStaff(next) && (owner ?? `${who.userId}`) === `${who.userId}`;
  return next !== "" && isForThem ? next : landingOf(who);
}
