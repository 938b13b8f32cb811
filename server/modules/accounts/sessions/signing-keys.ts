import { createHash, createSecretKey, randomBytes, type KeyObject } from "node:crypto";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import { keptSigningKeys } from "./session.queries.ts";

/** Token keys by id: one signs, all are accepted. */
export type SigningKeys = { signing: { keyId: string; key: KeyObject }; accepted: ReadonlyMap<string, KeyObject> };

/** Returns the keys from the settings, or those in the database, which are read once and created at the first start. */
export function signingKeys(db: Database, configuration: Pick<Configuration, "tokenKeys">): () => Promise<SigningKeys> {
  let loading: Promise<SigningKeys> | undefined;
  return () => {
    loading ??= load(db, configuration.tokenKeys).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

async function load(db: Database, configured: readonly string[] | undefined): Promise<SigningKeys> {
  const given = configured?.map((secret) => ({ key_id: fingerprint(secret), secret }));
  const rows = given ?? (await keptSigningKeys(db, randomBytes(32).toString("base64url")));
  const keys = rows.map(({ key_id, secret }) => ({
    keyId: key_id,
    key: createSecretKey(Buffer.from(secret, "base64url")),
  }));
  const [signing] = keys;
  if (!signing) throw new Error("There is no key to sign tokens with.");
  return { signing, accepted: new Map(keys.map(({ keyId, key }) => [keyId, key])) };
}

/** Several instances share the settings but no numbering. */
function fingerprint(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url").slice(0, 12);
}
