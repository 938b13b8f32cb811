import { createSecretKey, type KeyObject } from "node:crypto";
import type { ConfiguredParts } from "#server/parts.ts";
import { knownKeys } from "./known-keys.ts";
import { keysInForce, type KeysInForce } from "./signing-keys.rules.ts";

type Key = { keyId: string; key: KeyObject; signsFrom: Date | null };

/** The keys in force, and how to look for one that is not among them, in case that it has just been made. */
export type SigningKeys = KeysInForce<Key> & { lookAgain: () => Promise<KeysInForce<Key>> };

/** How old what was read may be, in ms: less than the time between the making of a key and its first signature. */
const freshFor = 15_000;
/** Tokens with an unknown key cost one look a second at most. */
const lookEvery = 1000;

/**
 * Returns the keys that sign and check tokens, read again while the library runs: a turn is followed by every instance.
 * While they cannot be read, those from before count.
 */
export function signingKeys(parts: ConfiguredParts<"tokenKeys">): () => Promise<SigningKeys> {
  let known: { keys: readonly Key[]; readAt: number } | undefined;
  let reading: Promise<readonly Key[]> | undefined;
  const now = () => parts.clock.now().getTime();

  const read = async (): Promise<readonly Key[]> => {
    const before = known;
    try {
      const keys = (await knownKeys(parts)).map(({ secret, ...key }) => ({
        ...key,
        key: createSecretKey(secret, "base64url"),
      }));
      known = { keys, readAt: now() };
    } catch (error) {
      if (!before) throw error;
      known = { ...before, readAt: now() };
    }
    return known.keys;
  };
  /** Keys that were read at most so long ago, in ms. */
  const noOlderThan = async (age: number): Promise<KeysInForce<Key>> => {
    if (known && Math.abs(now() - known.readAt) < age) return inForce(known.keys);
    reading ??= read().finally(() => (reading = undefined));
    return inForce(await reading);
  };
  const inForce = (keys: readonly Key[]) => {
    const found = keysInForce(keys, parts.clock.now());
    if (!found) throw new Error("There is no key to sign tokens with.");
    return found;
  };
  return async () => ({ ...(await noOlderThan(freshFor)), lookAgain: () => noOlderThan(lookEvery) });
}
