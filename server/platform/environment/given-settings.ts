import fs from "node:fs";
import { errorCode } from "../errors/error-code.ts";
import { StartError } from "../errors/source-places.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Names = { settings: readonly string[]; secrets: ReadonlySet<string> };

const maxBytes = 65_536; // of a file with a secret

/**
 * The settings that the environment gives, by name, those of files among them: NAME_FILE holds the path of a file with the
 * secret NAME. Throws StartError for an empty one and for a file that cannot be read.
 */
export function givenSettings(env: Environment, { settings, secrets }: Names): Record<string, string> {
  const files = [...secrets].map((secret) => `${secret}_FILE`);
  for (const name of [...settings, ...files])
    if (env[name]?.trim() === "") throw new StartError(`${name} is empty: give it a value, or remove it.`);
  const given: Record<string, string> = {};
  for (const name of settings) {
    const file = env[`${name}_FILE`];
    const value = secrets.has(name) && file !== undefined ? fromFile(name, file, env) : env[name];
    if (value !== undefined) given[name] = value;
  }
  return given;
}

function fromFile(name: string, file: string, env: Environment): string {
  if (env[name] !== undefined)
    throw new StartError(`${name} and ${name}_FILE are both given: leave one out, so that it is clear which counts.`);
  const text = read(`${name}_FILE`, file).replace(/\r?\n$/, "");
  if (text.trim() === "") throw new StartError(`The file of ${name}_FILE, ${file}, is empty.`);
  return text;
}

function read(name: string, file: string): string {
  try {
    const { size } = fs.statSync(file);
    if (size > maxBytes) throw new StartError(`The file of ${name}, ${file}, is longer than ${maxBytes / 1024} kB.`);
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The file of ${name}, ${file}, cannot be read (${errorCode(error) ?? "unknown"}).`);
  }
}

type Given = { S3_REGION: string } & {
  [Name in "S3_ENDPOINT" | "S3_BUCKET" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY"]?: string | undefined;
};

/** Where pictures are kept in S3; undefined: as files. Throws StartError for half of it. */
export function pictureStore(values: Given) {
  const needed = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const [endpoint = "", bucket = "", accessKeyId = "", secretAccessKey = ""] = needed.map((name) => values[name]);
  const missing = needed.filter((name) => values[name] === undefined);
  if (missing.length === needed.length) return undefined;
  if (missing.length > 0) throw new StartError(`${missing[0]} must be set too, because pictures are to be kept in S3.`);
  return { endpoint, bucket, region: values.S3_REGION, accessKeyId, secretAccessKey };
}

/** A key that signs tokens, in base64url, and from when: null, at once. */
export type TokenKey = { secret: string; signsFrom: Date | null };

/** Keys, the newest first: `KEY` or `KEY@2026-11-23T12:00:00Z`, separated by commas or lines; undefined when one is wrong. */
export function readTokenKeys(text: string): TokenKey[] | undefined {
  const parts = text.split(/[,\s]+/).filter((part) => part !== "");
  const keys = parts.map((part) => {
    const [, secret, from] = /^([\w-]{43,})(?:@(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z))?$/.exec(part) ?? [];
    const signsFrom = from === undefined ? null : new Date(from);
    return secret === undefined || Number.isNaN(signsFrom?.getTime()) ? undefined : { secret, signsFrom };
  });
  const good = keys.filter((key) => key !== undefined);
  return good.length === 0 || good.length < keys.length ? undefined : good;
}

/** What `readTokenKeys` reads. */
export const writeTokenKeys = (keys: readonly TokenKey[]) =>
  keys.map(({ secret, signsFrom }) => `${secret}${signsFrom ? `@${signsFrom.toISOString()}` : ""}\n`).join("");

/** Reads TRUST_PROXY: off, how many proxies, or their addresses; undefined for anything else. */
export function trustedProxies(text: string): false | number | string[] | undefined {
  if (text === "off") return false;
  if (/^[1-9]$/.test(text)) return Number(text);
  const addresses = text.split(",").map((address) => address.trim());
  const isAddress = (address: string) =>
    /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]*)(?:\/\d{1,3})?$|^(?:loopback|linklocal|uniquelocal)$/i.test(
      address,
    );
  return addresses.every(isAddress) ? addresses : undefined;
}

export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return true; // that is said already
  const { pathname, search, hash, username, password } = new URL(text);
  return /^\/*$/.test(pathname) && search + hash + username + password === "";
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
