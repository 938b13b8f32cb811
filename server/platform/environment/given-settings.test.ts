import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfiguration } from "../configuration.ts";
import { StartError } from "../errors/start-error.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-secrets-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function written(name: string, text: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
}

function sentenceFor(env: Record<string, string>): string {
  try {
    readConfiguration(env);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("a name", () => {
  it.each([
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["DATABASE_HOST", "DATABASE_URL"],
    ["database_url", "DATABASE_URL"],
    ["DATABASE_URL_FIEL", "DATABASE_URL_FILE"],
    ["DATADIR", "DATA_DIR"],
    ["PUBLIC_URI", "PUBLIC_URL"],
    ["LIBRARY_MOD", "LIBRARY_MODE"],
    ["SMTP_HOST", "SMTP_URL"],
    ["JWT_SECRET", "JWT_KEYS"],
    ["S3_ACCESS_KEY", "S3_ACCESS_KEY_ID"],
    ["S3_SECRET_KEY", "S3_SECRET_ACCESS_KEY"],
    ["ADMIN_PASSWORT", "ADMIN_PASSWORD"],
    ["TRUSTED_PROXY", "TRUST_PROXY"],
  ])("like ours that is none is refused with the one that was meant: %s", (typed, meant) => {
    expect(sentenceFor({ [typed]: "hunter2" })).toBe(
      `${typed} is not a setting of the library. Did you mean ${meant}? If it belongs to another program, unset it for this one.`,
    );
  });

  it.each([
    "PGHOST",
    "PGDATABASE",
    "PATH",
    "HOME",
    "HOSTNAME",
    "POST",
    "SPEED",
    "TZ",
    "NODE_ENV",
    "npm_config_loglevel",
    "npm_package_version",
    "LD_LIBRARY_PATH",
    "LIBRARY_PATH",
    "AWS_REGION",
    "KUBERNETES_SERVICE_HOST",
    "LIBRARY_SERVICE_HOST",
    "SMTP_PORT",
    "SMTP_PORT_25_TCP_ADDR",
    "S3_SERVICE_PORT",
    "DATABASE_PORT_5432_TCP",
    "TEST_DATABASE_URL",
    "CONTAINER_NAME",
  ])("of the environment is let alone: %s", (name) => {
    expect(sentenceFor({ [name]: "anything" })).toBe("accepted");
  });

  it("beside the setting that it resembles is somebody else's", () => {
    const DATABASE_URL = "postgres://library@db.example.org/library";
    expect(sentenceFor({ DATABASE_URL, DATABASE_URL_UNPOOLED: "postgres://db/library" })).toBe("accepted");
  });

  it.each(["DATABASE_URL", "PORT", "SMTP_URL_FILE"])("of ours without a value is refused: %s", (name) => {
    for (const value of ["", " "])
      expect(sentenceFor({ [name]: value })).toBe(`${name} is empty: give it a value, or remove it.`);
  });
});

describe("a secret", () => {
  it("is read from a file without the newline at its end", () => {
    const keys = Buffer.alloc(32, 7).toString("base64url");
    const configuration = readConfiguration({
      DATABASE_URL_FILE: written("database", "postgres://library:a b@db.example.org/library\r\n"),
      ADMIN_PASSWORD_FILE: written("password", " with spaces \n"),
      JWT_KEYS_FILE: written("keys", `${keys}\n`),
      SMTP_URL_FILE: written("smtp", "smtp://mail.example.org"),
      S3_ENDPOINT: "https://s3.example.org",
      S3_BUCKET: "pictures",
      S3_ACCESS_KEY_ID_FILE: written("id", "id\n"),
      S3_SECRET_ACCESS_KEY_FILE: written("secret", "hunter2\n"),
    });
    expect(configuration).toMatchObject({
      databaseUrl: "postgres://library:a b@db.example.org/library",
      seed: "none",
      firstAdmin: { password: " with spaces " },
      tokenKeys: { given: [{ secret: keys, signsFrom: null }], file: path.join(folder, "keys") },
      smtpUrl: "smtp://mail.example.org",
      pictureStore: { accessKeyId: "id", secretAccessKey: "hunter2" },
    });
  });

  it.each(["DATABASE_URL", "ADMIN_PASSWORD", "SMTP_URL", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY", "JWT_KEYS"])(
    "is refused when given twice, and when its file is missing or empty: %s",
    (name) => {
      const file = written("given", "hunter2\n");
      expect(sentenceFor({ [name]: "hunter2", [`${name}_FILE`]: file })).toBe(
        `${name} and ${name}_FILE are both given: leave one out, so that it is clear which counts.`,
      );
      const missing = path.join(folder, "missing");
      expect(sentenceFor({ [`${name}_FILE`]: missing })).toBe(
        `The file of ${name}_FILE, ${missing}, cannot be read (ENOENT).`,
      );
      const empty = written("empty", "\n");
      expect(sentenceFor({ [`${name}_FILE`]: empty })).toBe(`The file of ${name}_FILE, ${empty}, is empty.`);
    },
  );

  it("that is too long to be one is refused, and a wrong one never shown", () => {
    const long = written("long", "a".repeat(65_537));
    expect(sentenceFor({ SMTP_URL_FILE: long })).toBe(`The file of SMTP_URL_FILE, ${long}, is longer than 64 kB.`);
    const sentence = sentenceFor({ SMTP_URL_FILE: written("wrong", "hunter2") });
    expect(sentence).toMatch(/^SMTP_URL must be like /);
    expect(sentence).not.toContain("hunter2");
  });

  it("alone is read from files: another setting is not", () => {
    expect(sentenceFor({ PUBLIC_URL_FILE: written("address", "https://library.example.org") })).toMatch(
      /^PUBLIC_URL_FILE is not a setting of the library\. Did you mean PUBLIC_URL\?/,
    );
  });
});
