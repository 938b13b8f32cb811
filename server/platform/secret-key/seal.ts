import { Encrypter } from "age-encryption";
import type { Database } from "../database.ts";
import { StartError } from "../errors/source-places.ts";
import { keyIdOf, newLine, type SecretKey } from "./secret-key.ts";

/** Encrypts a text with the public half in the database, so that only the secret key can open it. */
export async function seal(db: Database, text: string): Promise<string> {
  const recipient = await recipientOf(db);
  if (recipient === undefined) throw new Error("The database does not know the secret key.");
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return `${keyIdOf(recipient)}.${Buffer.from(await encrypter.encrypt(text)).toString("base64url")}`;
}

export async function recipientOf(db: Database): Promise<string | undefined> {
  return (await db.selectFrom("secret_key").select("recipient").executeTakeFirst())?.recipient;
}

export async function storeRecipient(db: Database, recipient: string): Promise<void> {
  if ((await recipientOf(db)) === recipient) return;
  await db
    .insertInto("secret_key")
    .values({ recipient })
    .onConflict((conflict) => conflict.column("only_row").doUpdateSet({ recipient }))
    .execute();
}

/**
 * Checks that the secret key belongs to this database. The first start creates the key unless it exists, and the first
 * start after a restore adopts this machine's key. Throws StartError.
 */
export async function prepareSecretKey(db: Database, key: SecretKey, now: Date): Promise<void> {
  const isNew = (await recipientOf(db)) === undefined;
  if (isNew && key.file !== undefined && (await key.lines()) === undefined) await key.create(key.file, [newLine(null)]);
  if (isNew) {
    const { recipient } = (await key.keys(now)).current;
    // of two simultaneous first starts, the second is checked like any other start
    await db
      .insertInto("secret_key")
      .values({ recipient })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (!(await hasKeyOf(db, key, now))) throw new StartError(explain(key, (await key.lines()) !== undefined));
}

/** Returns whether the key can open the encrypted texts in this database. */
export async function hasKeyOf(db: Database, key: SecretKey, now: Date): Promise<boolean> {
  const recipient = await recipientOf(db);
  if (recipient === undefined || (await key.lines()) === undefined) return false;
  return (await key.keys(now, 0)).all.some((own) => own.recipient === recipient);
}

const explain = ({ source, file }: SecretKey, exists: boolean) =>
  `${exists ? `The secret key in ${source} is not this library's` : `This library's secret key is missing: there is no file ${file}`}. ` +
  "Every instance needs the same key, so copy it from another instance or from where you keep a copy. " +
  "If it is lost for good, run npm run admin -- replace-key --now to make a new one. Then everyone has to log in again, with a recovery code for two-step verification.";
