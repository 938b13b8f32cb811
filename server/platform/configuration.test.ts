import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { initialSettings } from "#contract/admin/settings.ts";
import { readConfiguration } from "./configuration.ts";
import { StartError } from "./errors/source-places.ts";

function sentenceFor(env: Record<string, string>): string {
  try {
    readConfiguration(env);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("the environment settings", () => {
  it("have the documented defaults", () => {
    expect(readConfiguration({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      databaseUrl: undefined,
      dataFolder: `${process.cwd()}/data`,
      seed: "demo",
      firstAdmin: { userName: "admin", password: undefined },
      publicUrl: "http://127.0.0.1:3000",
      securityContact: undefined,
      smtpUrl: undefined,
      pictureStore: undefined,
      secretKey: { given: undefined, file: `${process.cwd()}/data/secret-key` },
      timeZone: "America/Los_Angeles",
      isbnLookupUrl: undefined,
      ...initialSettings,
      lending: { copyDays: 3000, openClaims: 1000, loanDays: 30 },
      rateLimitScale: 1,
      ways: { leadDays: 5, trailDays: 5, inspectionDays: 1 },
      trustProxy: false,
      backup: { folder: undefined, passphrase: undefined },
      metricsToken: undefined,
      slowStatementMs: 1000,
      logLevel: "info",
    });
  });

  it("accept only a metrics token that fits into a header, and never repeat it in a message", () => {
    const metricsToken = "c2NyYXBlIG1lIQ-OK==";
    expect(readConfiguration({ METRICS_TOKEN: metricsToken, SLOW_STATEMENT_MS: "250" })).toMatchObject({
      metricsToken,
      slowStatementMs: 250,
    });
    const objection = "METRICS_TOKEN must be 16 or more letters, digits and - . _ ~ + /.";
    expect(sentenceFor({ METRICS_TOKEN: "short" })).toBe(objection);
    expect(sentenceFor({ METRICS_TOKEN: "with spaces and more" })).toBe(objection);
  });

  it("include the backup folder and passphrase", () => {
    const backup = { folder: "/srv/backups", isElsewhere: false, passphrase: "twelve chars" };
    expect(readConfiguration({ BACKUP_DIR: backup.folder, BACKUP_PASSPHRASE: backup.passphrase }).backup).toEqual(
      backup,
    );
    const { backup: elsewhere } = readConfiguration({ BACKUP_DIR: "elsewhere" });
    expect(elsewhere).toMatchObject({ folder: undefined, isElsewhere: true });
    expect(readConfiguration({ BACKUP_DIR: "./elsewhere" }).backup.folder).toMatch(/\/elsewhere$/);
  });

  it("are updated together with everything derived from them when stored settings change", () => {
    const configuration = readConfiguration({});
    configuration.follow({ ...initialSettings, loanDays: 7, maxCopyDays: 3, leadDays: 2 });
    expect(configuration).toMatchObject({ loanDays: 7, lending: { copyDays: 3 }, ways: { leadDays: 2 } });
  });

  it("limit an instance's database connections, so that four instances fit a server with 100", () => {
    const { databaseConnections, databaseStatementLimit, databaseWait } = readConfiguration({});
    expect([databaseConnections, databaseStatementLimit, databaseWait]).toEqual([16, 5, 8]);
    const [forJobsAndHealth, reservedByPostgres] = [6, 3];
    expect(4 * (databaseConnections + forJobsAndHealth)).toBeLessThanOrEqual(100 - reservedByPostgres);
    const env = { DATABASE_CONNECTIONS: "8", DATABASE_STATEMENT_LIMIT: "20", DATABASE_WAIT: "30" };
    expect(readConfiguration(env)).toMatchObject({
      databaseConnections: 8,
      databaseStatementLimit: 20,
      databaseWait: 30,
    });
  });

  it("load no demonstration into an external database by default", () => {
    const DATABASE_URL = "postgres://library@db.example.org/library";
    expect(readConfiguration({ DATABASE_URL }).seed).toBe("none");
    expect(readConfiguration({ DATABASE_URL, SEED: "demo" }).seed).toBe("demo");
  });

  it("in production require a database and an address, and allow neither the demonstration nor a generated password", () => {
    const production = {
      LIBRARY_MODE: "production",
      DATABASE_URL: "postgres://library@db.example.org/library",
      PUBLIC_URL: "https://library.example.org",
    };
    expect(readConfiguration(production)).toMatchObject({ seed: "none", firstAdmin: { mustBeGiven: true } });
    for (const missing of ["DATABASE_URL", "PUBLIC_URL"]) {
      const rest = Object.fromEntries(Object.entries(production).filter(([name]) => name !== missing));
      expect(sentenceFor(rest)).toBe(`${missing} must be set, because LIBRARY_MODE is production.`);
    }
    expect(sentenceFor({ ...production, SEED: "demo" })).toBe(
      "SEED cannot be demo, because LIBRARY_MODE is production.",
    );
    expect(readConfiguration({}).firstAdmin.mustBeGiven).toBe(false);
  });

  it("allow the built-in database in production only with a backup folder and without the demonstration", () => {
    const production = {
      LIBRARY_MODE: "production",
      DATABASE_URL: "built-in",
      PUBLIC_URL: "https://library.example.org",
    };
    expect(sentenceFor(production)).toBe(
      "BACKUP_DIR must be set, because LIBRARY_MODE is production and DATABASE_URL is built-in.",
    );
    const BACKUP_PASSPHRASE = "twelve chars";
    const withBackups = readConfiguration({ ...production, BACKUP_DIR: "/backups", BACKUP_PASSPHRASE });
    expect(withBackups).toMatchObject({ databaseUrl: undefined, seed: "none", firstAdmin: { mustBeGiven: true } });
    expect(sentenceFor({ ...production, BACKUP_DIR: "/backups", BACKUP_PASSPHRASE, SEED: "demo" })).toBe(
      "SEED cannot be demo, because LIBRARY_MODE is production.",
    );
  });

  it("require a passphrase for backups in production, unless the folder is encrypted by something else", () => {
    const env = { LIBRARY_MODE: "production", DATABASE_URL: "built-in", PUBLIC_URL: "https://library.example.org" };
    const production = { ...env, BACKUP_DIR: "/backups" };
    expect(sentenceFor(production)).toBe(
      "BACKUP_PASSPHRASE must be set, because LIBRARY_MODE is production and BACKUP_DIR is a folder. If something else encrypts that folder, set it to elsewhere.",
    );
    expect(readConfiguration({ ...production, BACKUP_PASSPHRASE: "elsewhere" }).backup).toMatchObject({
      folder: "/backups",
      passphrase: undefined,
    });
    expect(readConfiguration({ BACKUP_DIR: "/backups" }).backup.passphrase).toBeUndefined(); // a demonstration
  });

  it.each(["https://example.org/library", "https://example.org/?a=1", "https://me:secret@example.org"])(
    "reject %s as PUBLIC_URL, because links would break",
    (address) => {
      expect(sentenceFor({ PUBLIC_URL: address })).toMatch(/^PUBLIC_URL must end with the host, like /);
    },
  );

  it.each([
    ["PORT", "80a", 'PORT must be a whole number from 0 to 65535, not "80a".'],
    ["PORT", "70000", 'PORT must be a whole number from 0 to 65535, not "70000".'],
    ["HOST", "http://x", 'HOST must be a host name or an address, not "http://x".'],
    ["SEED", "all", 'SEED must be one of demo, none, not "all".'],
    ["TIME_ZONE", "Mars/Olympus", 'TIME_ZONE must be a time zone like America/Los_Angeles, not "Mars/Olympus".'],
    [
      "SECURITY_CONTACT",
      "me",
      'SECURITY_CONTACT must be like mailto:security@example.org or https://example.org/report, not "me".',
    ],
    ["DATABASE_STATEMENT_LIMIT", "61", 'DATABASE_STATEMENT_LIMIT must be a whole number from 1 to 60, not "61".'],
    ["DATABASE_WAIT", "0", 'DATABASE_WAIT must be a whole number from 1 to 60, not "0".'],
    ["DATABASE_CONNECTIONS", "1", 'DATABASE_CONNECTIONS must be a whole number from 2 to 500, not "1".'],
    ["LOG_LEVEL", "loud", 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".'],
    ["RATE_LIMIT_SCALE", "-1", 'RATE_LIMIT_SCALE must be a number above 0, not "-1".'],
    ["RATE_LIMIT_SCALE", "0", 'RATE_LIMIT_SCALE must be a number above 0, not "0".'],
    ["LIBRARY_MODE", "prod", 'LIBRARY_MODE must be one of demonstration, production, not "prod".'],
    ["PUBLIC_URL", "library.org", 'PUBLIC_URL must be an address like https://library.example.org, not "library.org".'],
    [
      "TRUST_PROXY",
      "on",
      'TRUST_PROXY must be off, the number of proxies, or their addresses separated by commas, not "on".',
    ],
    ["ISBN_LOOKUP_URL", "yes", 'ISBN_LOOKUP_URL must be an address like https://library.example.org, not "yes".'],
    [
      "ISBN_LOOKUP_URL",
      "https://me:secret@openlibrary.org",
      'ISBN_LOOKUP_URL must end with the host, like https://openlibrary.org, not "https://me:secret@openlibrary.org".',
    ],
    ["MAIL_FROM", "Library <a@b>", 'MAIL_FROM must be one email address, not "Library <a@b>".'],
  ])("stop the start with a sentence about a wrong value: %s=%s", (name, value, sentence) => {
    expect(sentenceFor({ [name]: value })).toBe(sentence);
  });

  it.each([
    [{ DATABASE_URL: "mysql://root:hunter2@host/x" }],
    [{ SECRET_KEY: "hunter2" }],
    [{ SMTP_URL: "hunter2" }],
    [{ ADMIN_PASSWORD: "hunter2" }],
    [{ BACKUP_PASSPHRASE: "hunter2" }],
  ])("never repeat a secret in a message: %o", (env) => {
    const sentence = sentenceFor(env);
    expect(sentence).toMatch(new RegExp(`^${Object.keys(env)[0]} must [^\\n]+\\.$`));
    expect(sentence).not.toContain("hunter2");
  });

  it("report the missing part of the S3 settings", () => {
    expect(sentenceFor({ S3_ENDPOINT: "https://s3.example.org", S3_BUCKET: "pictures", S3_ACCESS_KEY_ID: "id" })).toBe(
      "S3_SECRET_ACCESS_KEY must be set too, because pictures are stored in S3.",
    );
  });

  it("accept trusted proxies as a number or as addresses", () => {
    expect(readConfiguration({ TRUST_PROXY: "1" }).trustProxy).toBe(1);
    expect(readConfiguration({ TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy).toEqual(["10.0.0.0/8", "::1"]);
  });
});

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-secrets-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function writeFile(name: string, text: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
}

describe("an environment setting", () => {
  it.each(["DATABASE_URL", "PORT", "SMTP_URL_FILE"])("is refused without a value: %s", (name) => {
    for (const value of ["", " "])
      expect(sentenceFor({ [name]: value })).toBe(`${name} is empty: give it a value or remove it.`);
  });
});

describe("a secret setting", () => {
  it("is the same no matter how a computer composes its letters, and its length is counted after composing", () => {
    const typed = { ADMIN_PASSWORD: "Contrasen\u0303aNin\u0303o-2231", BACKUP_PASSPHRASE: "n\u0303".repeat(12) };
    const { firstAdmin, backup } = readConfiguration(typed);
    expect([firstAdmin.password, backup.passphrase]).toEqual(["ContraseñaNiño-2231", "ñ".repeat(12)]);
    expect(sentenceFor({ BACKUP_PASSPHRASE: "n\u0303".repeat(11) })).toBe(
      "BACKUP_PASSPHRASE must have at least 12 characters.",
    );
  });

  it("is read from a file without its final newline", () => {
    const keys = Buffer.alloc(32, 7).toString("base64url");
    const configuration = readConfiguration({
      DATABASE_URL_FILE: writeFile("database", "postgres://library:a b@db.example.org/library\r\n"),
      ADMIN_PASSWORD_FILE: writeFile("password", " with spaces \n"),
      SECRET_KEY_FILE: writeFile("keys", `${keys}\n`),
      SMTP_URL_FILE: writeFile("smtp", "smtp://mail.example.org"),
      S3_ENDPOINT: "https://s3.example.org",
      S3_BUCKET: "pictures",
      S3_ACCESS_KEY_ID_FILE: writeFile("id", "id\n"),
      S3_SECRET_ACCESS_KEY_FILE: writeFile("secret", "hunter2\n"),
    });
    expect(configuration).toMatchObject({
      databaseUrl: "postgres://library:a b@db.example.org/library",
      seed: "none",
      firstAdmin: { password: " with spaces " },
      secretKey: { given: [{ secret: keys, startsAt: null, isRetired: false }], file: path.join(folder, "keys") },
      smtpUrl: "smtp://mail.example.org",
      pictureStore: { accessKeyId: "id", secretAccessKey: "hunter2" },
    });
  });

  it.each(["DATABASE_URL", "ADMIN_PASSWORD", "SMTP_URL", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY", "SECRET_KEY"])(
    "is refused when set twice or when its file is missing or empty: %s",
    (name) => {
      const file = writeFile("secret-file", "hunter2\n");
      expect(sentenceFor({ [name]: "hunter2", [`${name}_FILE`]: file })).toBe(
        `${name} and ${name}_FILE are both set: remove one of them.`,
      );
      const missing = path.join(folder, "missing");
      expect(sentenceFor({ [`${name}_FILE`]: missing })).toBe(
        `The file in ${name}_FILE, ${missing}, cannot be read (ENOENT).`,
      );
      const empty = writeFile("empty", "\n");
      expect(sentenceFor({ [`${name}_FILE`]: empty })).toBe(`The file in ${name}_FILE, ${empty}, is empty.`);
    },
  );

  it("is refused when it is too long, and a wrong one never appears in a message", () => {
    const long = writeFile("long", "a".repeat(65_537));
    expect(sentenceFor({ SMTP_URL_FILE: long })).toBe(`The file in SMTP_URL_FILE, ${long}, is longer than 64 kB.`);
    const sentence = sentenceFor({ SMTP_URL_FILE: writeFile("wrong", "hunter2") });
    expect(sentence).toMatch(/^SMTP_URL must be like /);
    expect(sentence).not.toContain("hunter2");
  });
});
