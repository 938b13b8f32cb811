/** A key that signs tokens, in base64url, and from when: null, at once. */
export type TokenKey = { secret: string; signsFrom: Date | null };

/** Keys, the newest first: `KEY` or `KEY@2026-11-23T12:00:00Z`, separated by commas or lines; undefined when one is wrong. */
export function readTokenKeys(text: string): TokenKey[] | undefined {
  const parts = text.split(/[,\s]+/).filter((part) => part !== "");
  const keys = parts.map((part) => {
    const [, secret, from] = /^([\w-]{43,})(?:@(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z))?$/.exec(part) ?? [];
    const signsFrom = from === undefined ? null : new Date(from);
    return secret === undefined || Number.isNaN(signsFrom?.getTime()) ? undefined : { secret, signsFrom };
  });
  const good = keys.filter((key) => key !== undefined);
  return good.length === 0 || good.length < keys.length ? undefined : good;
}

/** What `readTokenKeys` reads. */
export const writeTokenKeys = (keys: readonly TokenKey[]) =>
  keys.map(({ secret, signsFrom }) => `${secret}${signsFrom ? `@${signsFrom.toISOString()}` : ""}\n`).join("");
