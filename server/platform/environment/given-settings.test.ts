import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfiguration } from "../configuration.ts";
import { StartError } from "../errors/source-places.ts";

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

describe("a setting", () => {
  it.each(["DATABASE_URL", "PORT", "SMTP_URL_FILE"])("without a value is refused: %s", (name) => {
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
});
