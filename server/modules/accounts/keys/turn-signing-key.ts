import fs from "node:fs/promises";
import path from "node:path";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { recordCommand } from "#server/platform/record-audit.ts";
import { writeTokenKeys } from "#server/platform/environment/given-settings.ts";
import { errorCode } from "#server/platform/errors/error-code.ts";
import { addSecurityEvent } from "#server/platform/security-trail/security-trail.queries.ts";
import { StartError } from "#server/platform/errors/start-error.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { keyIdOf, keysInForce, knownKeys, newSecret } from "./signing-keys.ts";
import { insertKey, keepKeys } from "./signing-keys.queries.ts";

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
    await addSecurityEvent(db, event);
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
    throw new StartError(`The file of JWT_KEYS_FILE, ${file}, cannot be written (${errorCode(error) ?? "unknown"}).`);
  }
}
