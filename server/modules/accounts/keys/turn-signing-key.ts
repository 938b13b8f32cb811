import fs from "node:fs/promises";
import path from "node:path";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { recordCommand } from "#server/platform/record-audit.ts";
import { writeTokenKeys } from "#server/platform/environment/token-keys.ts";
import { errorCode } from "#server/platform/errors/error-code.ts";
import { addSecurityEvent } from "#server/platform/security-trail/security-trail.queries.ts";
import { JobFailed } from "#server/platform/jobs/job.ts";
import { StartError } from "#server/platform/errors/start-error.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { keyIdOf, knownKeys, newSecret } from "./known-keys.ts";
import { insertKey, keepKeys } from "./signing-keys.queries.ts";
import { keysInForce, type SigningKey } from "./signing-keys.rules.ts";

type Parts = ConfiguredParts<"tokenKeys">;

const [minute, day] = [60_000, 24 * 60 * 60_000]; // ms
/** Between the making of a key and its first signature every instance reads it; a file may have to be handed on first. */
const announced = { database: minute, file: 10 * minute };

/**
 * Makes a new key that signs in a while; the others are accepted for a day after that. `atOnce`, for a key that leaked:
 * it signs now, and no other is accepted. The security trail has it. Answers from when it signs. Throws StartError where it has nowhere
 * to write it.
 */
export async function turnSigningKey(
  parts: Parts,
  { atOnce, isByAge = false }: { atOnce: boolean; isByAge?: boolean },
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
  const call = isByAge ? "turn-key by age" : atOnce ? "turn-key --now" : "turn-key";
  const event = { kind: "key-turned", call, at: now } as const;
  const record = async (db: Database) => {
    await addSecurityEvent(db, event);
    if (!isByAge) await recordTurn(db, now, made.signsFrom, atOnce);
  };
  if (file === undefined) {
    await inTransaction(parts.db, async (tx) => {
      await storeKey(tx, made, kept);
      await record(tx);
    });
  } else {
    await writeKeys(file, [made, ...kept]);
    await record(parts.db);
  }
  return made.signsFrom;
}

/** That it was turned on the command line; a key whose time is over is turned by a job, which only the security trail has. */
async function recordTurn(db: Database, at: Date, signsFrom: Date, atOnce: boolean): Promise<void> {
  await recordCommand(db, at, {
    call: "npm run admin -- turn-key",
    kind: "staff",
    subjectId: null,
    label: "Key of the sessions",
    before: null,
    after: { "Signs from": signsFrom.toISOString(), "Sessions of before": atOnce ? "ended" : "go on" },
  });
}

/** Deletes the keys whose day is over. Turns the key over when it has signed for as long as the settings say. */
export async function turnOldKey(parts: Parts): Promise<void> {
  const { given, file, days, isFileTurned } = parts.configuration.tokenKeys;
  const known = await knownKeys(parts);
  if (given === undefined) await deleteOthers(parts, keysInForce(known, parts.clock.now())?.accepted ?? known);
  if (days === 0 || (given !== undefined && !isFileTurned)) return;
  const [newest] = known.toSorted((a, b) => timeOf(b) - timeOf(a));
  const since = newest?.signsFrom ?? (file === undefined ? undefined : (await fs.stat(file)).mtime);
  if (since && parts.clock.now().getTime() - since.getTime() < days * day) return;
  try {
    await turnSigningKey(parts, { atOnce: false, isByAge: true });
  } catch (error) {
    if (error instanceof StartError) throw new JobFailed(error.message);
    throw error;
  }
}

const timeOf = ({ signsFrom }: SigningKey) => signsFrom?.getTime() ?? 0;

const deleteOthers = ({ db }: Parts, kept: readonly SigningKey[]) =>
  keepKeys(
    db,
    kept.map(({ keyId }) => keyId),
  );

async function storeKey(tx: Transaction, made: SigningKey & { signsFrom: Date }, kept: readonly SigningKey[]) {
  await insertKey(tx, made);
  await keepKeys(
    tx,
    [made, ...kept].map(({ keyId }) => keyId),
  );
}

/** Written aside and renamed: a reader gets the old file or the new one, never half of one. */
async function writeKeys(file: string, keys: readonly SigningKey[]): Promise<void> {
  const aside = path.join(path.dirname(file), `.${path.basename(file)}-${process.pid}`);
  try {
    const { mode, uid, gid } = await fs.stat(file);
    await fs.writeFile(aside, writeTokenKeys(keys), { mode: mode & 0o777, flush: true });
    await fs.chown(aside, uid, gid);
    await fs.rename(aside, file);
  } catch (error) {
    await fs.rm(aside, { force: true }).catch(() => undefined);
    throw new StartError(`The file of JWT_KEYS_FILE, ${file}, cannot be written (${errorCode(error) ?? "unknown"}).`);
  }
}
