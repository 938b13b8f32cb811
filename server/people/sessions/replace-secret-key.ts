import type { ConfiguredParts } from "#server/parts.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { StartError } from "#server/platform/errors/source-places.ts";
import { keyIdsOfMails } from "#server/platform/mail/outbox.queries.ts";
import { recordCommand } from "#server/platform/record-activity.ts";
import { hasKeyOf, prepareSecretKey, recipientOf, storeRecipient } from "#server/platform/secret-key/seal.ts";
import { newLine, type SecretKey } from "#server/platform/secret-key/secret-key.ts";
import { addSignInEvent } from "#server/platform/sign-in-log/sign-in-log.queries.ts";
import { keyIdsOfSecrets } from "../staff/staff.queries.ts";
import { resealSecrets } from "../staff/two-step.ts";
import { revokeAllSessions } from "./session.queries.ts";

type Parts = ConfiguredParts<"secretKey">;

/** Gives every instance time to read a new key before its first use, even if someone has to copy the file. */
const leadTimeMs = 10 * 60_000;

/**
 * Adds a key that will soon be used; tokens of the other keys stay valid for a day after that. With `isImmediate`, for
 * a key that leaked or is lost, the new key is used right away, and every session ends. Returns when its use starts.
 * Throws StartError if it can't store the key.
 */
export async function replaceSecretKey(parts: Parts, { isImmediate }: { isImmediate: boolean }): Promise<Date> {
  const { db, clock } = parts;
  const { secretKey } = parts.configuration;
  const now = clock.now();
  const startsAt = new Date(now.getTime() + (isImmediate ? 0 : leadTimeMs));
  const isLost = isImmediate && (await recipientOf(db)) !== undefined && !(await hasKeyOf(db, secretKey, now));
  if (!isLost) await prepareSecretKey(db, secretKey, now);
  if (secretKey.file === undefined && !isLost) throw notInFile();
  if (secretKey.file !== undefined) {
    const others = (await secretKey.lines()) === undefined ? [] : await othersToKeep(parts, isImmediate);
    // A kill after this leaves both keys in the file, and the hourly job does the rest.
    await secretKey.replace(secretKey.file, [newLine(startsAt), ...others]);
  }
  await inTransaction(db, async (tx) => {
    if (isImmediate) {
      await encryptWithCurrentKey(tx, secretKey, now);
      await revokeAllSessions(tx, now);
    }
    await record(tx, { startsAt, isImmediate, now });
  });
  return startsAt;
}

const notInFile = () =>
  new StartError(
    "The key is set in SECRET_KEY, which this command can’t change. Put a new key in front of the old one there, and remove the old one after a day. If you keep the key in a file instead, this command can replace it.",
  );

/** Returns the other keys: those whose tokens are still valid, and retired ones that encrypted something. */
async function othersToKeep({ db, clock, configuration }: Parts, isImmediate: boolean) {
  const { all, accepted, current } = await configuration.secretKey.keys(clock.now(), 0);
  // an instance may be encrypting with the current one right now
  const needed = new Set([current.keyId, ...(await keyIdsOfSecrets(db)), ...(await keyIdsOfMails(db))]);
  return all.flatMap((key) => {
    if (!isImmediate && accepted.includes(key)) return [key];
    return needed.has(key.keyId) ? [{ ...key, isRetired: true }] : [];
  });
}

/**
 * Encrypts authenticator secrets with the current key if they aren't yet. Runs hourly, because a new key starts only when
 * every instance has it, and because the operator may have changed the file.
 */
export async function renewEncryption({ db, clock, configuration }: Parts): Promise<void> {
  const { secretKey } = configuration;
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    // An instance without the current key in its file leaves this to the others.
    if (await hasKeyOf(tx, secretKey, now)) await encryptWithCurrentKey(tx, secretKey, now);
  });
}

async function encryptWithCurrentKey(tx: Transaction, secretKey: SecretKey, now: Date): Promise<void> {
  const { recipient, keyId } = (await secretKey.keys(now, 0)).current;
  await storeRecipient(tx, recipient);
  await resealSecrets(tx, secretKey, keyId, now);
}

async function record(
  db: Database,
  { startsAt, isImmediate, now }: { startsAt: Date; isImmediate: boolean; now: Date },
) {
  const call = isImmediate ? "replace-key --now" : "replace-key";
  await addSignInEvent(db, { kind: "key-turned", call, at: now });
  await recordCommand(db, now, {
    call: "npm run admin -- replace-key",
    kind: "staff",
    subjectId: null,
    label: "Secret key",
    before: null,
    after: { "Used from": startsAt.toISOString(), "Earlier sessions": isImmediate ? "ended" : "continue" },
  });
}
