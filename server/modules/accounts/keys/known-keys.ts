import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import { readTokenKeys, type TokenKey } from "#server/platform/environment/token-keys.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { keptSigningKeys } from "./signing-keys.queries.ts";
import type { SigningKey } from "./signing-keys.rules.ts";

/** 256 random bits in base64url. */
export const newSecret = () => randomBytes(32).toString("base64url");

/** All keys, in force or not: of the file or the setting where one is given, else of the database. */
export async function knownKeys({ db, clock, configuration }: ConfiguredParts<"tokenKeys">): Promise<SigningKey[]> {
  const { given, file } = configuration.tokenKeys;
  if (file !== undefined) return named(await keysInFile(file));
  return given === undefined ? keptSigningKeys(db, newSecret(), clock.now()) : named(given);
}

/** Throws where the file is away or holds anything else, if only for the moment that it is written in. */
export async function keysInFile(file: string): Promise<TokenKey[]> {
  const keys = readTokenKeys(await fs.readFile(file, "utf8"));
  if (keys === undefined) throw new Error("The file of JWT_KEYS_FILE holds something else than keys.");
  return keys;
}

const named = (keys: readonly TokenKey[]) => keys.map((key) => ({ keyId: keyIdOf(key.secret), ...key }));

/** Several instances share the keys but no numbering. */
export function keyIdOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url").slice(0, 12);
}
