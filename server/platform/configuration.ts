import { cut } from "#contract/wire/cut.ts";
import path from "node:path";
import { userNameRule } from "#contract/people/accounts.ts";
import { passwordText } from "#contract/wire/text.ts";
import { initialSettings, type LibrarySettings } from "#contract/admin/settings.ts";
import * as z from "zod";
import {
  environmentSettings,
  isOrigin,
  isTimeZone,
  pictureStore,
  readKeyLines,
  trustedProxies,
} from "./environment/given-settings.ts";
import { StartError } from "./errors/source-places.ts";
import { SecretKey } from "./secret-key/secret-key.ts";

export type Configuration = ReturnType<typeof readConfiguration>;

const whole = (min: number, max: number, fallback: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error))
    .default(fallback);
};
const oneOf = <const T extends string>(...values: T[]) =>
  z.enum(values, { error: `must be one of ${values.join(", ")}` });
const isUrl = (text: string, protocols: string[]) => URL.canParse(text) && protocols.includes(new URL(text).protocol);
const url = (protocols: string[], error: string) => z.string().refine((text) => isUrl(text, protocols), { error });
const text = z.string();
const password = (minLength: number) =>
  z
    .string()
    .pipe(passwordText)
    .refine(({ length }) => length >= minLength, { error: `must have at least ${minLength} characters` })
    .optional();
const address = url(["http:", "https:"], "must be an address like https://library.example.org");

/** Selects the embedded database explicitly, which production requires. */
const builtIn = "built-in";

/** Says that the database is backed up outside BACKUP_DIR, or that something else encrypts that folder. */
const elsewhere = "elsewhere";

/** The mail server of a trial with deploy/compose. */
const mailCatcher = "mail-catcher";

const settings = z.object({
  LIBRARY_MODE: oneOf("demonstration", "production").default("demonstration"),
  PORT: whole(0, 65535, 3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "must be a host name or an address")
    .default("127.0.0.1"),
  DATABASE_URL: z
    .string()
    .refine((text) => text === builtIn || isUrl(text, ["postgres:", "postgresql:"]), {
      error: "must be like postgres://user:password@host:5432/database, or built-in",
    })
    .optional(),
  DATA_DIR: text.default("./data"),
  SEED: oneOf("demo", "none").optional(),
  ADMIN_USERNAME: z
    .string()
    .refine((name) => z.safeParse(userNameRule, name).success, {
      error: "must have 1 to 20 characters, only letters, numbers and @ . - _",
    })
    .default("admin"),
  ADMIN_PASSWORD: password(8),
  PUBLIC_URL: address
    .refine((text) => isOrigin(text), {
      error: "must end with the host, like https://library.example.org: the library cannot be below a path",
    })
    .optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(
      /^(?:https:\/\/|mailto:[^\s@]+@)\S+$/,
      "must be like mailto:security@example.org or https://example.org/report",
    )
    .optional(),
  SMTP_URL: url(["smtp:", "smtps:"], "must be like smtp://user:password@host:587").optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\s<>@,;]+@[^\s<>@,;]+$/, "must be one email address")
    .optional(),
  S3_ENDPOINT: url(["http:", "https:"], "must be an address like https://s3.example.org").optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional(),
  S3_REGION: text.default("auto"),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  SECRET_KEY: z
    .string()
    .transform(readKeyLines)
    .refine((lines) => lines !== undefined, {
      error: "must be at least 32 random bytes in base64url, or several of these separated by commas, newest first",
    })
    .optional(),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, { error: "must be a time zone like America/Los_Angeles" })
    .default("America/Los_Angeles"),
  ISBN_LOOKUP_URL: address
    .refine((text) => isOrigin(text), { error: "must end with the host, like https://openlibrary.org" })
    .optional(),
  RATE_LIMIT_SCALE: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, "must be a number above 0")
    .transform(Number)
    .refine((scale) => scale > 0, { error: "must be a number above 0" })
    .default(1),
  TRUST_PROXY: z
    .string()
    .transform(trustedProxies)
    .refine((proxies) => proxies !== undefined, {
      error: "must be off, the number of proxies, or their addresses separated by commas",
    })
    .default(false),
  BACKUP_DIR: text.optional(),
  BACKUP_PASSPHRASE: z.literal(elsewhere).or(password(12)),
  DATABASE_CONNECTIONS: whole(2, 500, 16),
  DATABASE_STATEMENT_LIMIT: whole(1, 60, 5),
  DATABASE_WAIT: whole(1, 60, 8),
  SLOW_STATEMENT_MS: whole(1, 60_000, 1000),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{16,}=*$/, "must be 16 or more letters, digits and - . _ ~ + /")
    .optional(),
  SHUTDOWN_DELAY: whole(0, 300, 0),
  SHUTDOWN_LIMIT: whole(1, 3600, 8),
  LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent").default("info"),
});

const secretNames = new Set([
  "DATABASE_URL",
  "ADMIN_PASSWORD",
  "SMTP_URL",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "SECRET_KEY",
  "BACKUP_PASSPHRASE",
  "METRICS_TOKEN",
]);

/** Every environment variable of the library, including those that name files with secrets. */
export const settingNames: readonly string[] = [
  ...Object.keys(settings.shape),
  ...[...secretNames].map((name) => `${name}_FILE`),
];

/**
 * Reads the environment settings (clarifications, section 8); throws StartError for the first wrong one. Library settings
 * from admin/settings are fields of the result and change while the library runs, so read them where they are used.
 */
export function readConfiguration(env: Readonly<Record<string, string | undefined>>) {
  const values = validValues(env);
  const host = values.HOST.includes(":") ? `[${values.HOST}]` : values.HOST;
  const publicUrl = values.PUBLIC_URL ?? `http://${host}:${values.PORT}`;
  const configuration = {
    ...initialSettings,
    follow(stored: LibrarySettings): void {
      Object.assign(configuration, stored);
    },
    /** A borrower's limits, and the days that an order without dates counts for. */
    get lending(): ReturnType<typeof lendingOf> {
      return lendingOf(configuration);
    },
    get ways(): Pick<LibrarySettings, "leadDays" | "trailDays" | "inspectionDays"> {
      return configuration;
    },
    mode: values.LIBRARY_MODE,
    port: values.PORT,
    host: values.HOST,
    /** If undefined, the embedded database in `dataFolder` is used. */
    databaseUrl: values.DATABASE_URL === builtIn ? undefined : values.DATABASE_URL,
    /** The file of `databaseUrl`, reread when the database refuses its password. */
    databaseUrlFile: env["DATABASE_URL_FILE"],
    dataFolder: path.resolve(values.DATA_DIR),
    seed: values.SEED ?? (values.DATABASE_URL === undefined ? ("demo" as const) : ("none" as const)),
    firstAdmin: {
      userName: values.ADMIN_USERNAME,
      password: values.ADMIN_PASSWORD,
      mustBeGiven: values.LIBRARY_MODE === "production",
    },
    publicUrl: publicUrl.replace(/\/+$/, ""),
    /** If undefined, the email address of the site content is used. */
    securityContact: values.SECURITY_CONTACT,
    /** If undefined, emails become files in `dataFolder`/mail. */
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `library@${new URL(publicUrl).hostname.replace(/^\[.*\]$/, "localhost")}`,
    /** If undefined, pictures are files in `dataFolder`/media. */
    pictureStore: pictureStore(values),
    secretKey: new SecretKey({
      given: values.SECRET_KEY,
      file: env["SECRET_KEY_FILE"],
      defaultFile: path.resolve(values.DATA_DIR, "secret-key"),
    }),
    timeZone: values.TIME_ZONE,
    /** Looks up ISBNs like Open Library's Books API. If undefined, nothing does. */
    isbnLookupUrl: values.ISBN_LOOKUP_URL,
    rateLimitScale: values.RATE_LIMIT_SCALE,
    /** As Fastify's `trustProxy`: false, a number of proxies, or their addresses. */
    trustProxy: values.TRUST_PROXY ?? false,
    /** Without a folder there are no nightly backups; without a passphrase they are not encrypted. */
    backup: {
      folder:
        values.BACKUP_DIR === undefined || values.BACKUP_DIR === elsewhere
          ? undefined
          : path.resolve(values.BACKUP_DIR),
      isElsewhere: values.BACKUP_DIR === elsewhere,
      passphrase: values.BACKUP_PASSPHRASE === elsewhere ? undefined : values.BACKUP_PASSPHRASE,
    },
    /** Database connections for requests; jobs and health checks have a few more. */
    databaseConnections: values.DATABASE_CONNECTIONS,
    /** Time limit of a request's statement, in seconds; jobs have 30. */
    databaseStatementLimit: values.DATABASE_STATEMENT_LIMIT,
    /** Time that a request waits for an unavailable database, in seconds. */
    databaseWait: values.DATABASE_WAIT,
    /** Slower statements are logged. */
    slowStatementMs: values.SLOW_STATEMENT_MS,
    /** If undefined, there is no `/metrics`. */
    metricsToken: values.METRICS_TOKEN,
    /** In seconds: how long a shutdown is announced, and how long work in progress may then take. */
    shutdown: { delay: values.SHUTDOWN_DELAY, limit: values.SHUTDOWN_LIMIT },
    logLevel: values.LOG_LEVEL,
  };
  return configuration;
}

const lendingOf = (settings: LibrarySettings) => ({
  copyDays: settings.maxCopyDays,
  openClaims: settings.maxOpenClaims,
  loanDays: settings.loanDays,
});

/** Returns the folder for emails that become files. */
export const mailFolder = ({ dataFolder }: Pick<Configuration, "dataFolder">) => path.join(dataFolder, "mail");

type Values = z.output<typeof settings>;

function validValues(env: Readonly<Record<string, string | undefined>>): Values {
  const input = environmentSettings(env, { settings: Object.keys(settings.shape), secrets: secretNames });
  const { data: values, error } = settings.safeParse(input);
  if (error) throw objection(error.issues[0], input);
  checkTogether(values);
  return values;
}

function checkTogether(values: Values) {
  if (values.LIBRARY_MODE !== "production") return;
  const missing = (["DATABASE_URL", "PUBLIC_URL"] as const).find((name) => values[name] === undefined);
  if (missing) throw new StartError(`${missing} must be set, because LIBRARY_MODE is production.`);
  if (values.DATABASE_URL === builtIn && values.BACKUP_DIR === undefined)
    throw new StartError("BACKUP_DIR must be set, because LIBRARY_MODE is production and DATABASE_URL is built-in.");
  if (values.BACKUP_DIR !== undefined && values.BACKUP_DIR !== elsewhere && values.BACKUP_PASSPHRASE === undefined)
    throw new StartError(
      "BACKUP_PASSPHRASE must be set, because LIBRARY_MODE is production and BACKUP_DIR is a folder. If something else encrypts that folder, set it to elsewhere.",
    );
  if (values.SMTP_URL !== undefined && new URL(values.SMTP_URL).hostname === mailCatcher)
    throw new StartError(
      "SMTP_URL is the mail catcher of deploy/compose, which delivers nothing, and LIBRARY_MODE is production: set SMTP_URL to your mail server.",
    );
  if (values.SEED === "demo") throw new StartError("SEED cannot be demo, because LIBRARY_MODE is production.");
}

function objection(issue: z.core.$ZodIssue | undefined, input: Record<string, unknown>): StartError {
  const name = String(issue?.path[0]);
  const value = secretNames.has(name) ? "" : `, not "${cut(String(input[name]).replace(/\s+/g, " "), 80)}"`;
  return new StartError(`${name} ${issue?.message}${value}.`);
}
