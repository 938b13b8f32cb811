import pino from "pino";
import { withSources } from "./errors/source-places.ts";

export type Log = pino.Logger;

type Level = pino.LevelWithSilent;

/** Creates the log: one JSON object per line, to stdout by default. */
export function createLog(level: Level, destination?: pino.DestinationStream): Log {
  return pino(logOptions(level), destination);
}

/**
 * Returns options for pino and Fastify's `logger` that keep email addresses, passwords, tokens, and keys out of the log.
 * Requests are logged by route pattern, because parts of some paths are secret.
 */
export function logOptions(level: Level): pino.LoggerOptions {
  return {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { req: describeRequest, res: describeAnswer, err: describeError, error: describeError },
    formatters: { level: (label) => ({ level: label }), log: (entry) => withoutSecrets(entry, 0) },
    hooks: {
      logMethod(args, method) {
        const clean = args.map((arg: unknown) => (typeof arg === "string" ? withoutEmails(arg) : arg));
        Reflect.apply(method, this, clean.length === 1 ? [...clean, ...messageOf(clean[0])] : clean);
      },
    },
  };
}

/** Sets the message that pino would otherwise take from the error, bypassing the serializers. */
function messageOf(entry: unknown): string[] {
  const error =
    entry instanceof Error
      ? entry
      : typeof entry === "object" && entry !== null && "err" in entry
        ? entry.err
        : undefined;
  return error instanceof Error ? [withoutEmails(error.message)] : [];
}

const secretName =
  /passw|token|secret|authorization|cookie|e-?mail|api-?key|session-?key|jwt|smtp|database_?url|^url$|^path$|^params$|^body$|^query$/i;
const emailAddress = /[^\s"'<>()=,;:/]+(?:@|%40)[^\s"'<>()=,;:/]+\.[^\s"'<>()=,;:/]+/g;
const bearer = /\bBearer\s+\S+|\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const urlPassword = /(\w+:\/\/)[^\s/@]+@/g;

/** Removes email addresses, signed tokens, and passwords in URLs. */
export function withoutEmails(text: string): string {
  return text.replace(urlPassword, "$1[removed]@").replace(bearer, "[token]").replace(emailAddress, "[e-mail]");
}

const maxDepth = 4;

function withoutSecrets(entry: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, clean(name, value, depth)]));
}

function clean(name: string, value: unknown, depth: number): unknown {
  if (value === undefined || value === null) return value;
  if (secretName.test(name)) return "[removed]";
  if (typeof value === "string") return withoutEmails(value);
  if (typeof value !== "object" || value instanceof Date) return value;
  if (depth === 0 && (name === "req" || name === "res")) return value; // their serializers choose what to log
  if (value instanceof Error) return depth === 0 && /^err(or)?$/.test(name) ? value : describeError(value);
  if (depth >= maxDepth) return "[deeper]";
  if (Array.isArray(value)) return value.map((element) => clean("", element, depth + 1));
  return withoutSecrets(value, depth + 1);
}

function describeRequest(request: { method?: string; routeOptions?: { url?: string | undefined }; id?: unknown }) {
  return { method: request.method, route: request.routeOptions?.url ?? "unknown" };
}

function describeAnswer(answer: { statusCode?: number }) {
  return { status: answer.statusCode };
}

/** Leaves out a database error's detail, which repeats the row. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? withoutEmails(error) : "[not an error]";
  const fields = Object.entries(error).filter(([name]) =>
    ["code", "table", "constraint", "routine", "statusCode"].includes(name),
  );
  return {
    type: error.name,
    message: withoutEmails(error.message),
    stack: withoutEmails(withSources(error.stack ?? "")),
    ...Object.fromEntries(fields),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
