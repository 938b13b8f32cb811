import { createHash, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import type { ConfiguredParts } from "#server/parts.ts";
import fs from "node:fs/promises";
import { readTokenKeys, type TokenKey, writeTokenKeys } from "#server/platform/environment/given-settings.ts";
import path from "node:path";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { recordCommand } from "#server/platform/record-activity.ts";
import { errorCode } from "#server/platform/errors/error-code.ts";
import { addSignInEvent } from "#server/platform/sign-in-log/sign-in-log.queries.ts";
import { insertKey, keepKeys, keptSigningKeys, type SigningKey } from "./session.queries.ts";
import { StartError } from "#server/platform/errors/source-places.ts";

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

const newSecret = () => randomBytes(32).toString("base64url");

/** All keys, in force or not: of the file or the setting where one is given, else of the database. */
async function knownKeys({ db, clock, configuration }: ConfiguredParts<"tokenKeys">): Promise<SigningKey[]> {
  const { given, file } = configuration.tokenKeys;
  if (file !== undefined) return named(await keysInFile(file));
  return given === undefined ? keptSigningKeys(db, newSecret(), clock.now()) : named(given);
}

/** Throws where the file is away or holds anything else, if only for the moment that it is written in. */
async function keysInFile(file: string): Promise<TokenKey[]> {
  const keys = readTokenKeys(await fs.readFile(file, "utf8"));
  if (keys === undefined) throw new Error("The file in JWT_KEYS_FILE does not contain valid keys.");
  return keys;
}

const named = (keys: readonly TokenKey[]) => keys.map((key) => ({ keyId: keyIdOf(key.secret), ...key }));

/** Several instances share the keys but no numbering. */
function keyIdOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url").slice(0, 12);
}

/** Of keys, the newest first: the one that signs, and all whose tokens are accepted. */
type KeysInForce<Key = SigningKey> = { signing: Key; accepted: readonly Key[] };

/** How long tokens of a key are accepted after the next one began to sign, in ms: no session is longer. */
const acceptedAfter = 24 * 60 * 60 * 1000;

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

const minute = 60_000; // ms
/** Between the making of a key and its first signature every instance reads it; a file may have to be handed on first. */
const announced = { database: minute, file: 10 * minute };

/**
 * Makes a new key that signs in a while; the others are accepted for a day after that. `atOnce`, for a key that leaked:
 * it signs now, and no other is accepted. The security trail has it. Answers from when it signs. Throws StartError where it has nowhere
 * to write it.
 */
export async function turnSigningKey(
  parts: ConfiguredParts<"tokenKeys">,
  { atOnce }: { atOnce: boolean },
): Promise<Date> {
  const { given, file } = parts.configuration.tokenKeys;
  if (given !== undefined && file === undefined) {
    throw new StartError(
      "The keys are given as JWT_KEYS: put a new one first there, and take the old one out after a day. Those of a JWT_KEYS_FILE are turned over by this command.",
    );
  }
  const now = parts.clock.now();
  const kept = atOnce ? [] : (keysInForce(await knownKeys(parts), now)?.accepted ?? []);
  const wait = atOnce ? 0 : announced[file === undefined ? "database" : "file"];
  const secret = newSecret();
  const made = { keyId: keyIdOf(secret), secret, signsFrom: new Date(now.getTime() + wait) };
  const call = atOnce ? "turn-key --now" : "turn-key";
  const event = { kind: "key-turned", call, at: now } as const;
  const record = async (db: Database) => {
    await addSignInEvent(db, event);
    await recordCommand(db, now, {
      call: "npm run admin -- turn-key",
      kind: "staff",
      subjectId: null,
      label: "Key of the sessions",
      before: null,
      after: { "Signs from": made.signsFrom.toISOString(), "Earlier sessions": atOnce ? "ended" : "continue" },
    });
  };
  if (file === undefined) {
    await inTransaction(parts.db, async (tx) => {
      await insertKey(tx, made);
      await keepKeys(
        tx,
        [made, ...kept].map(({ keyId }) => keyId),
      );
      await record(tx);
    });
  } else {
    await writeKeys(file, [made, ...kept]);
    await record(parts.db);
  }
  return made.signsFrom;
}

/** Written aside and renamed: a reader gets the old file or the new one, never half of one. */
async function writeKeys(file: string, keys: Parameters<typeof writeTokenKeys>[0]): Promise<void> {
  const aside = path.join(path.dirname(file), `.${path.basename(file)}-${process.pid}`);
  try {
    const { mode, uid, gid } = await fs.stat(file);
    await fs.writeFile(aside, writeTokenKeys(keys), { mode: mode & 0o777, flush: true });
    await fs.chown(aside, uid, gid);
    await fs.rename(aside, file);
  } catch (error) {
    await fs.rm(aside, { force: true }).catch(() => undefined);
    throw new StartError(`The file in JWT_KEYS_FILE, ${file}, cannot be written (${errorCode(error) ?? "unknown"}).`);
  }
}
