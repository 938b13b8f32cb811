/** Whether an address ends with its host. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return true; // that is said already
  const { pathname, search, hash, username, password } = new URL(text);
  return /^\/*$/.test(pathname) && search + hash + username + password === "";
}
