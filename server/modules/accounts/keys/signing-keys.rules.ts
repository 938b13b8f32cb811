/** A key that signs tokens, from when: null, always. */
export type SigningKey = { keyId: string; secret: string; signsFrom: Date | null };

/** Of keys, the newest first: the one that signs, and all whose tokens are accepted. */
export type KeysInForce<Key = SigningKey> = { signing: Key; accepted: readonly Key[] };

/** How long tokens of a key are accepted after the next one began to sign, in ms: no session is longer. */
export const acceptedAfter = 24 * 60 * 60 * 1000;

/**
 * The keys in force: one that is to sign later is accepted already, so that instances whose clocks differ agree; one is
 * accepted for a day after a newer one began to sign, or for good where nobody knows when that was.
 */
export function keysInForce<Key extends Pick<SigningKey, "signsFrom">>(
  known: readonly Key[],
  now: Date,
): KeysInForce<Key> | undefined {
  const keys = known.toSorted((a, b) => timeOf(b) - timeOf(a));
  const signing = keys.find((key) => timeOf(key) <= now.getTime()) ?? keys.at(-1);
  const settled = keys.findIndex(({ signsFrom }) => signsFrom && signsFrom.getTime() + acceptedAfter <= now.getTime());
  return signing && { signing, accepted: settled < 0 ? keys : keys.slice(0, settled + 1) };
}

const timeOf = ({ signsFrom }: Pick<SigningKey, "signsFrom">) => signsFrom?.getTime() ?? 0;
