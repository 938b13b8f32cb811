import { userTypes } from "#contract/codes.ts";

export function landingOf({ userId, userTypeId }: { userId: number; userTypeId: number }): string {
  return userTypeId === userTypes.admin ? "/admin/dashboard" : `/user/account/${userId}`;
}

/** The login page with a return path, for a session that ended on a page. */
export function loginAddress(loginPath: string, from: string): string {
  return isOwnPath(from) ? `${loginPath}?next=${encodeURIComponent(from)}` : loginPath;
}

/** The return path in a login page's address, if it is one of ours. */
export function returnPath(search: string): string | undefined {
  const next = new URLSearchParams(search).get("next");
  return next !== null && isOwnPath(next) ? next : undefined;
}

/** A path within this site; the login pages themselves do not count. */
function isOwnPath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers drop control characters from addresses, so "/\t/evil" is "//evil"
  if (!/^\/(?![/\\])/.test(path) || /[\u0000-\u001f\\]/.test(path)) return false;
  return !/^\/(user|admin)\/login(\/|\?|#|$)/i.test(path);
}
