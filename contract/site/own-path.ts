/** Returns whether a login may lead to this path: a path on this site that isn't a login page. */
export function isOwnPath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers drop control characters from addresses, so "/\t/evil" is "//evil"
  if (!path.startsWith("/") || /[\u0000-\u001f\\]|^[^?#]*\/\//.test(path)) return false;
  return !/^\/(user|admin)\/login(\/|\?|#|$)/i.test(path);
}
