/** Whether a text is a path within this site, which one may be sent back to; the log-in pages themselves do not count. */
export function isOwnPath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers drop control characters from addresses, so "/\t/evil" is "//evil"
  if (!/^\/(?![/\\])/.test(path) || /[\u0000-\u001f\\]/.test(path)) return false;
  return !/^\/(user|admin)\/login(\/|\?|#|$)/i.test(path);
}
