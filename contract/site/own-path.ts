/** Returns whether a login may return to this path: one within the site, but not a login page. */
export function isOwnPath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers drop control characters from addresses, so "/\t/evil" is "//evil"
  if (!/^\/(?![/\\])/.test(path) || /[\u0000-\u001f\\]/.test(path)) return false;
  return !/^\/(user|admin)\/login(\/|\?|#|$)/i.test(path);
}
