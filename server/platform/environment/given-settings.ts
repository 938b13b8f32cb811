import fs from "node:fs";
import { errorCode } from "../errors/error-code.ts";
import { StartError } from "../errors/source-places.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Names = { settings: readonly string[]; secrets: ReadonlySet<string> };

const maxBytes = 65_536; // of a file with a secret

/**
 * Reads the environment's settings. NAME_FILE is the path of a file with the secret NAME. Throws StartError for an empty
 * value or an unreadable file.
 */
export function environmentSettings(env: Environment, { settings, secrets }: Names): Record<string, string> {
  const files = [...secrets].map((secret) => `${secret}_FILE`);
  for (const name of [...settings, ...files])
    if (env[name]?.trim() === "") throw new StartError(`${name} is empty: give it a value or remove it.`);
  const values: Record<string, string> = {};
  for (const name of settings) {
    const file = env[`${name}_FILE`];
    if (secrets.has(name) && file !== undefined && env[name] !== undefined)
      throw new StartError(`${name} and ${name}_FILE are both set: remove one of them.`);
    const value = secrets.has(name) && file !== undefined ? secretIn(name, file) : env[name];
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Reads a secret from the file in NAME_FILE. Throws StartError if it's unreadable or empty. */
export function secretIn(name: string, file: string): string {
  const problem = (is: string) => new StartError(`The file in ${name}_FILE, ${file}, ${is}.`);
  let text: string;
  try {
    if (fs.statSync(file).size > maxBytes) throw problem(`is longer than ${maxBytes / 1024} kB`);
    text = fs.readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw error instanceof StartError ? error : problem(`cannot be read (${errorCode(error) ?? "unknown"})`);
  }
  if (text.trim() === "") throw problem("is empty");
  return text;
}

type S3Settings = { S3_REGION: string } & {
  [Name in "S3_ENDPOINT" | "S3_BUCKET" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY"]?: string | undefined;
};

/** Returns the S3 settings, or undefined if pictures are files. Throws StartError if some are missing. */
export function pictureStore(values: S3Settings) {
  const required = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const [endpoint = "", bucket = "", accessKeyId = "", secretAccessKey = ""] = required.map((name) => values[name]);
  const missing = required.filter((name) => values[name] === undefined);
  if (missing.length === required.length) return undefined;
  if (missing.length > 0) throw new StartError(`${missing[0]} must be set too, because pictures are stored in S3.`);
  return { endpoint, bucket, region: values.S3_REGION, accessKeyId, secretAccessKey };
}

/**
 * A line of the secret key: at least 32 random bytes in base64url, and when its use starts; null for right away. A retired
 * one accepts no token and only opens what was encrypted with it.
 */
export type KeyLine = { secret: string; startsAt: Date | null; isRetired: boolean };

/** Reads KEY, KEY@2026-11-23T12:00:00Z, or KEY@retired, newest first, separated by commas or lines; undefined if one is wrong. */
export function readKeyLines(text: string): KeyLine[] | undefined {
  const parts = text.split(/[,\s]+/).filter((part) => part !== "");
  const lines = parts.map((part) => {
    const [, secret, note] = /^([\w-]{43,})(?:@(retired|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z))?$/.exec(part) ?? [];
    const isRetired = note === "retired";
    const startsAt = note === undefined || isRetired ? null : new Date(note);
    return secret === undefined || Number.isNaN(startsAt?.getTime()) ? undefined : { secret, startsAt, isRetired };
  });
  const valid = lines.filter((line) => line !== undefined);
  return valid.every(({ isRetired }) => isRetired) || valid.length < lines.length ? undefined : valid;
}

/** Writes lines in the format of `readKeyLines`. */
export const writeKeyLines = (lines: readonly KeyLine[]) =>
  lines
    .map(({ secret, startsAt, isRetired }) => {
      const note = isRetired ? "retired" : startsAt?.toISOString();
      return `${secret}${note === undefined ? "" : `@${note}`}\n`;
    })
    .join("");

/** Reads TRUST_PROXY: off, a number of proxies, or their addresses; undefined for anything else. */
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
  if (!URL.canParse(text)) return true; // reported by another rule
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
