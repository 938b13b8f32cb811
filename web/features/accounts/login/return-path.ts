/** The login screen, with the way back for somebody whose session ended on a page. */
export function loginAddress(loginPath: string, from: string): string {
  return isOwnPath(from) ? `${loginPath}?next=${encodeURIComponent(from)}` : loginPath;
}

/** The way back that a login screen's address names, if it is one of our own paths. */
export function returnPath(search: string): string | undefined {
  const next = new URLSearchParams(search).get("next");
  return next !== null && isOwnPath(next) ? next : undefined;
}

/** A path of this site and nothing else; the login screens themselves are no place to return to. */
function isOwnPath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers drop control characters from addresses, so "/\t/evil" is "//evil"
  if (!/^\/(?![/\\])/.test(path) || /[\u0000-\u001f\\]/.test(path)) return false;
  return !/^\/(user|admin)\/login(\/|\?|#|$)/i.test(path);
}
