import { createHash, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import type { ConfiguredParts } from "#server/parts.ts";
import fs from "node:fs/promises";
import { readTokenKeys, type TokenKey, writeTokenKeys } from "#server/platform/environment/given-settings.ts";
import path from "node:path";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { recordCommand } from "#server/platform/record-activity.ts";
import { errorCode } from "#server/platform/errors/error-code.ts";
import { addSignInEvent } from "#server/platform/sign-in-log/sign-in-log.queries.ts";
import { deleteOtherKeys, ensureSigningKeys, insertKey, type SigningKey } from "./session.queries.ts";
import { StartError } from "#server/platform/errors/source-places.ts";

type Key = { keyId: string; key: KeyObject; signsFrom: Date | null };

/** `reload` reads the keys again, for a token whose key may be new. */
export type SigningKeys = KeysInForce<Key> & { reload: () => Promise<KeysInForce<Key>> };

/** How long keys are cached: less than the time between creating a key and its first signature. */
const cacheMs = 15_000;
/** Limits the cost of tokens with unknown keys. */
const reloadMs = 1000;

/**
 * Returns the keys that sign and check tokens. Every instance rereads them while it runs, and keeps the previous ones
 * while they can't be read.
 */
export function signingKeys(parts: ConfiguredParts<"tokenKeys">): () => Promise<SigningKeys> {
  let cache: { keys: readonly Key[]; readAt: number } | undefined;
  let reading: Promise<readonly Key[]> | undefined;
  const now = () => parts.clock.now().getTime();

  const read = async (): Promise<readonly Key[]> => {
    const previous = cache;
    try {
      const keys = (await allKeys(parts)).map(({ secret, ...key }) => ({
        ...key,
        key: createSecretKey(secret, "base64url"),
      }));
      cache = { keys, readAt: now() };
    } catch (error) {
      if (!previous) throw error;
      cache = { ...previous, readAt: now() };
    }
    return cache.keys;
  };
  /** `age` is in ms. */
  const noOlderThan = async (age: number): Promise<KeysInForce<Key>> => {
    if (cache && Math.abs(now() - cache.readAt) < age) return inForce(cache.keys);
    reading ??= read().finally(() => (reading = undefined));
    return inForce(await reading);
  };
  const inForce = (keys: readonly Key[]) => {
    const result = keysInForce(keys, parts.clock.now());
    if (!result) throw new Error("There is no key to sign tokens with.");
    return result;
  };
  return async () => ({ ...(await noOlderThan(cacheMs)), reload: () => noOlderThan(reloadMs) });
}

const newSecret = () => randomBytes(32).toString("base64url");

/** Reads all keys, in force or not, from the file, the setting, or the database. */
async function allKeys({ db, clock, configuration }: ConfiguredParts<"tokenKeys">): Promise<SigningKey[]> {
  const { given, file } = configuration.tokenKeys;
  if (file !== undefined) return withIds(await keysInFile(file));
  return given === undefined ? ensureSigningKeys(db, newSecret(), clock.now()) : withIds(given);
}

async function keysInFile(file: string): Promise<TokenKey[]> {
  const keys = readTokenKeys(await fs.readFile(file, "utf8"));
  if (keys === undefined) throw new Error("The file in JWT_KEYS_FILE does not contain valid keys.");
  return keys;
}

const withIds = (keys: readonly TokenKey[]) => keys.map((key) => ({ keyId: keyIdOf(key.secret), ...key }));

/** Derives the id from the secret, because instances share the keys but no numbering. */
function keyIdOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url").slice(0, 12);
}

/** The key that signs, and all keys whose tokens are accepted, newest first. */
type KeysInForce<Key = SigningKey> = { signing: Key; accepted: readonly Key[] };

/** How long the tokens of a key are accepted after the next one starts to sign: the longest a session can last. */
const acceptedMs = 24 * 60 * 60 * 1000;

/**
 * Returns the keys in force. A key that will sign later is already accepted, so that instances whose clocks differ
 * agree. A key stays accepted for a day after a newer one starts to sign, or for good if that time is unknown.
 */
export function keysInForce<Key extends Pick<SigningKey, "signsFrom">>(
  all: readonly Key[],
  now: Date,
): KeysInForce<Key> | undefined {
  const keys = all.toSorted((a, b) => timeOf(b) - timeOf(a));
  const signing = keys.find((key) => timeOf(key) <= now.getTime()) ?? keys.at(-1);
  const settled = keys.findIndex(({ signsFrom }) => signsFrom && signsFrom.getTime() + acceptedMs <= now.getTime());
  return signing && { signing, accepted: settled < 0 ? keys : keys.slice(0, settled + 1) };
}

const timeOf = ({ signsFrom }: Pick<SigningKey, "signsFrom">) => signsFrom?.getTime() ?? 0;

const minute = 60_000; // ms
/** Time for every instance to read a new key before it signs; a file may have to be copied first. */
const leadTime = { database: minute, file: 10 * minute };

/**
 * Creates a key that starts to sign soon; the others stay accepted for a day after that. With `isImmediate`, for a key
 * that leaked, it signs now and no other is accepted. Returns when it starts to sign. Throws StartError if it can't
 * store the key.
 */
export async function replaceSigningKey(
  parts: ConfiguredParts<"tokenKeys">,
  { isImmediate }: { isImmediate: boolean },
): Promise<Date> {
  const { given, file } = parts.configuration.tokenKeys;
  if (given !== undefined && file === undefined) {
    throw new StartError(
      "The keys are set in JWT_KEYS, which this command can’t change. Put a new key first there, and remove the old one after a day. The command can change keys in the database or in a JWT_KEYS_FILE.",
    );
  }
  const now = parts.clock.now();
  const accepted = isImmediate ? [] : (keysInForce(await allKeys(parts), now)?.accepted ?? []);
  const wait = isImmediate ? 0 : leadTime[file === undefined ? "database" : "file"];
  const secret = newSecret();
  const key = { keyId: keyIdOf(secret), secret, signsFrom: new Date(now.getTime() + wait) };
  const call = isImmediate ? "turn-key --now" : "turn-key";
  const event = { kind: "key-turned", call, at: now } as const;
  const record = async (db: Database) => {
    await addSignInEvent(db, event);
    await recordCommand(db, now, {
      call: "npm run admin -- turn-key",
      kind: "staff",
      subjectId: null,
      label: "Session key",
      before: null,
      after: { "Signs from": key.signsFrom.toISOString(), "Earlier sessions": isImmediate ? "ended" : "continue" },
    });
  };
  if (file === undefined) {
    await inTransaction(parts.db, async (tx) => {
      await insertKey(tx, key);
      await deleteOtherKeys(
        tx,
        [key, ...accepted].map(({ keyId }) => keyId),
      );
      await record(tx);
    });
  } else {
    await writeKeys(file, [key, ...accepted]);
    await record(parts.db);
  }
  return key.signsFrom;
}

/** Writes another file and renames it, so that a reader never gets half of one. */
async function writeKeys(file: string, keys: Parameters<typeof writeTokenKeys>[0]): Promise<void> {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}-${process.pid}`);
  try {
    const { mode, uid, gid } = await fs.stat(file);
    await fs.writeFile(temporary, writeTokenKeys(keys), { mode: mode & 0o777, flush: true });
    await fs.chown(temporary, uid, gid);
    await fs.rename(temporary, file);
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => undefined);
    throw new StartError(`The file in JWT_KEYS_FILE, ${file}, cannot be written (${errorCode(error) ?? "unknown"}).`);
  }
}
