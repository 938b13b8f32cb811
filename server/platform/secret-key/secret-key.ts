import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { bech32 } from "@scure/base";
import { Decrypter, identityToRecipient } from "age-encryption";
import { type KeyLine, readKeyLines, writeKeyLines } from "../environment/given-settings.ts";
import { errorCode } from "../errors/error-code.ts";
import { StartError } from "../errors/source-places.ts";

/** A line of the secret key, with the keys derived from it. */
export type Key = KeyLine & {
  /** The public half, which encrypts for this key and reveals nothing about it. */
  recipient: string;
  /** The beginning of `recipient`, which identifies the key in tokens and encrypted texts. */
  keyId: string;
  /** Signs session tokens. */
  signing: KeyObject;
  /** Hashes typed user names in the sign-in log. */
  naming: KeyObject;
};

/** The key in use, and all keys whose tokens are accepted, newest first. */
type InForce<K> = { current: K; accepted: readonly K[] };
export type Keys = InForce<Key> & { all: readonly Key[] };

type Source = {
  given: KeyLine[] | undefined;
  /** Their file, which is reread while the library runs. */
  file: string | undefined;
  /** The file if neither is set. */
  defaultFile: string;
};

/** How long keys are cached: less than the time between creating a key and its first use. */
const cacheMs = 15_000;
/** Limits the cost of tokens with unknown keys. */
const reloadMs = 1000;

/**
 * The secret key of an installation, which no backup and no database contains. Every instance rereads its file, and keeps
 * the previous keys while it can't be read.
 */
export class SecretKey {
  readonly given: readonly KeyLine[] | undefined;
  /** Undefined if the key itself is a setting. */
  readonly file: string | undefined;
  /** Names the source in sentences for operators. */
  readonly source: string;
  #cache: { keys: readonly Key[]; readAt: number } | undefined;
  #reading: Promise<readonly Key[]> | undefined;

  constructor({ given, file, defaultFile }: Source) {
    this.given = given;
    this.file = file ?? (given === undefined ? defaultFile : undefined);
    this.source = file !== undefined || this.file === undefined ? "SECRET_KEY" : `the file ${this.file}`;
  }

  /** Returns the keys in force; `age` is the maximum time since they were read, in ms. */
  async keys(now: Date, age = cacheMs): Promise<Keys> {
    const cache = this.#cache;
    const isFresh = cache !== undefined && Math.abs(now.getTime() - cache.readAt) < age;
    this.#reading ??= isFresh ? undefined : this.#read(now).finally(() => (this.#reading = undefined));
    const all = isFresh ? cache.keys : await this.#reading;
    const inForce = all && keysInForce(all, now);
    if (!inForce) throw new Error("There is no secret key.");
    return { all, ...inForce };
  }

  /** Finds a key by its id, after rereading the file for one that may be new. */
  async find(keyId: string, now: Date): Promise<Key | undefined> {
    const isIt = (key: Key) => key.keyId === keyId;
    return (await this.keys(now)).all.find(isIt) ?? (await this.keys(now, reloadMs)).all.find(isIt);
  }

  /** Decrypts text from `seal`; undefined if its key isn't here or the text is damaged. */
  async open(sealed: string, now: Date): Promise<string | undefined> {
    const [keyId = "", content = ""] = sealed.split(".");
    const key = await this.find(keyId, now);
    if (!key) return undefined;
    const decrypter = new Decrypter();
    decrypter.addIdentity(identityOf(key.secret));
    return decrypter.decrypt(Buffer.from(content, "base64url"), "text").catch(() => undefined);
  }

  /** Reads the lines now; undefined if the file doesn't exist. Throws StartError for an unreadable file. */
  async lines(): Promise<readonly KeyLine[] | undefined> {
    if (this.file === undefined) return this.given;
    const problem = (is: string) => new StartError(`The secret key in ${this.file} ${is}.`);
    let text: string;
    try {
      text = await fs.readFile(this.file, "utf8");
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      throw problem(`cannot be read (${errorCode(error) ?? "unknown"})`);
    }
    const lines = readKeyLines(text);
    if (!lines) throw problem("is damaged");
    return lines;
  }

  /** Creates the file unless it exists, because another instance may have created it just now. */
  create(file: string, lines: readonly KeyLine[]): Promise<void> {
    return this.#write(file, lines, undefined);
  }

  async replace(file: string, lines: readonly KeyLine[]): Promise<void> {
    await this.#write(file, lines, await fs.stat(file).catch(() => undefined));
  }

  /** Writes the file atomically, so that readers never see half of it. Without `previous`, an existing file stays. */
  async #write(file: string, lines: readonly KeyLine[], previous: Stats | undefined): Promise<void> {
    // random, because two containers on one volume may have the same process id
    const suffix = randomBytes(6).toString("hex");
    const temporary = path.join(path.dirname(file), `.${path.basename(file)}-${suffix}`);
    try {
      await fs.mkdir(path.dirname(file), { recursive: true });
      await fs.writeFile(temporary, writeKeyLines(lines), { mode: (previous?.mode ?? 0o600) & 0o777, flush: true });
      if (previous) await fs.chown(temporary, previous.uid, previous.gid);
      await (previous ? fs.rename(temporary, file) : linkOnce(temporary, file));
    } catch (error) {
      throw new StartError(`The secret key in ${file} cannot be written (${errorCode(error) ?? "unknown"}).`);
    } finally {
      await fs.rm(temporary, { force: true }).catch(() => undefined);
    }
    this.#cache = undefined;
  }

  async #read(now: Date): Promise<readonly Key[]> {
    const previous = this.#cache?.keys ?? [];
    const lines = await this.lines().catch((error: unknown) => {
      if (previous.length === 0) throw error;
      return undefined;
    });
    if (!lines && previous.length === 0) throw new StartError(`There is no secret key in ${this.file}.`);
    const known = (line: KeyLine) => previous.find(({ secret }) => secret === line.secret);
    const keys = lines
      ? await Promise.all(lines.map(async (line) => ({ ...(known(line) ?? (await derive(line))), ...line })))
      : previous;
    this.#cache = { keys, readAt: now.getTime() };
    return keys;
  }
}

async function linkOnce(temporary: string, file: string): Promise<void> {
  try {
    await fs.link(temporary, file);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") await fs.rename(temporary, file); // a file system without links
  }
}

export const newLine = (startsAt: Date | null): KeyLine => ({
  secret: randomBytes(32).toString("base64url"),
  startsAt,
  isRetired: false,
});

const idLength = 12;
export const keyIdOf = (recipient: string) => recipient.slice("age1".length, "age1".length + idLength);

async function derive(line: KeyLine): Promise<Key> {
  const recipient = await identityToRecipient(identityOf(line.secret));
  const [signing, naming] = [derived(line.secret, "session tokens"), derived(line.secret, "typed user names")];
  const keys = { signing: createSecretKey(signing), naming: createSecretKey(naming) };
  return { ...line, recipient, keyId: keyIdOf(recipient), ...keys };
}

const identityOf = (secret: string) =>
  bech32.encodeFromBytes("AGE-SECRET-KEY-", derived(secret, "encryption")).toUpperCase();

const derived = (secret: string, purpose: string) =>
  new Uint8Array(hkdfSync("sha256", Buffer.from(secret, "base64url"), "", `lending library: ${purpose}`, 32));

/** How long the tokens of a key are accepted after the next one is in use: the longest a session can last. */
const acceptedMs = 24 * 60 * 60 * 1000;

/**
 * Returns the keys in force. A key that starts later is already accepted, so that instances whose clocks differ agree. A
 * key stays accepted for a day after a newer one starts, or for good if that time is unknown.
 */
export function keysInForce<K extends Pick<KeyLine, "startsAt" | "isRetired">>(
  all: readonly K[],
  now: Date,
): InForce<K> | undefined {
  const keys = all.filter(({ isRetired }) => !isRetired).toSorted((a, b) => timeOf(b) - timeOf(a));
  const current = keys.find((key) => timeOf(key) <= now.getTime()) ?? keys.at(-1);
  const settled = keys.findIndex(({ startsAt }) => startsAt && startsAt.getTime() + acceptedMs <= now.getTime());
  return current && { current, accepted: settled < 0 ? keys : keys.slice(0, settled + 1) };
}

const timeOf = ({ startsAt }: Pick<KeyLine, "startsAt">) => startsAt?.getTime() ?? 0;
