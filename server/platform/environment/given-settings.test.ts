import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfiguration } from "../configuration.ts";
import { StartError } from "../errors/source-places.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-secrets-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function writeFile(name: string, text: string): string {
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

describe("an environment setting", () => {
  it.each(["DATABASE_URL", "PORT", "SMTP_URL_FILE"])("is refused without a value: %s", (name) => {
    for (const value of ["", " "])
      expect(sentenceFor({ [name]: value })).toBe(`${name} is empty: give it a value or remove it.`);
  });
});

describe("a secret setting", () => {
  it("is read from a file without its final newline", () => {
    const keys = Buffer.alloc(32, 7).toString("base64url");
    const configuration = readConfiguration({
      DATABASE_URL_FILE: writeFile("database", "postgres://library:a b@db.example.org/library\r\n"),
      ADMIN_PASSWORD_FILE: writeFile("password", " with spaces \n"),
      JWT_KEYS_FILE: writeFile("keys", `${keys}\n`),
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
      tokenKeys: { given: [{ secret: keys, signsFrom: null }], file: path.join(folder, "keys") },
      smtpUrl: "smtp://mail.example.org",
      pictureStore: { accessKeyId: "id", secretAccessKey: "hunter2" },
    });
  });

  it.each(["DATABASE_URL", "ADMIN_PASSWORD", "SMTP_URL", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY", "JWT_KEYS"])(
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
