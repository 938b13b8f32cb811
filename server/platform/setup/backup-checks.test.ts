import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { recordBackup } from "#server/platform/backup/backups.queries.ts";
import { recordCheck } from "#server/platform/checks/checks.queries.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { releaseMail } from "#server/platform/mail/outbox.queries.ts";
import { testDatabase } from "#server/test/database.ts";
import { setupChecks } from "./setup-checks.ts";

const { db } = await testDatabase();
const production = {
  LIBRARY_MODE: "production",
  DATABASE_URL: "postgres://library:secret@database/library",
  PUBLIC_URL: "https://library.example.org",
  BACKUP_PASSPHRASE: "a long passphrase",
};
const hour = 3_600_000;
const day = 24 * hour;
const ago = (ms: number) => new Date(Date.now() - ms);

beforeEach(async () => {
  for (const table of ["backups", "checks", "mail_hold"] as const) await db.deleteFrom(table).execute();
  await setLibraryAge(90 * day);
});

const setLibraryAge = (age: number) =>
  sql`update kysely_migration set timestamp = ${ago(age).toISOString()}`.execute(db);

/** Returns a check's objection to this library, or undefined. */
async function objectionOf(kind: string, settings: Record<string, string> = {}) {
  const check = setupChecks(readConfiguration({ ...production, ...settings }), db).find((one) => one.kind === kind);
  return check?.attempt().then(
    () => undefined,
    (error: Error) => error.message,
  );
}

const backup = (startedAt: Date, trouble = "") =>
  recordBackup(db, {
    startedAt,
    endedAt: startedAt,
    isNightly: true,
    file: trouble === "" ? { name: "library-1.tar", size: 1 } : null,
    trouble,
  });
const test = (at: Date, trouble = "") =>
  recordCheck(db, {
    kind: "restore",
    subject: "library-1.tar",
    startedAt: at,
    endedAt: at,
    checkedCount: 100,
    wrong: trouble === "" ? [] : [{ sentence: trouble }],
  });

describe("the backup check", () => {
  const none =
    "There are no nightly backups. Set BACKUP_DIR to a folder, or to “elsewhere” if the database is backed up another way.";

  it("warns in production without nightly backups, unless the database is backed up elsewhere", async () => {
    expect(await objectionOf("backup")).toBe(none);
    expect(await objectionOf("backup", { BACKUP_DIR: "elsewhere" })).toBeUndefined();
    expect(await objectionOf("backup", { LIBRARY_MODE: "demonstration" })).toBeUndefined();
  });

  it("accepts backups that another process makes, such as a scheduled command, while they are recent", async () => {
    await backup(ago(30 * hour));
    expect(await objectionOf("backup")).toBeUndefined();
    await db
      .updateTable("backups")
      .set({ started_at: ago(40 * hour), ended_at: ago(40 * hour) })
      .execute();
    expect(await objectionOf("backup")).toBe(none);
  });

  it("warns when the last backup failed or is too old, and gives a new library a day for its first", async () => {
    const settings = { BACKUP_DIR: "/backups" };
    await setLibraryAge(hour);
    expect(await objectionOf("backup", settings)).toBeUndefined();
    await setLibraryAge(2 * day);
    expect(await objectionOf("backup", settings)).toBe("There is no backup yet in BACKUP_DIR /backups.");
    await backup(ago(3 * day));
    expect(await objectionOf("backup", settings)).toMatch(/^The last backup was made on \d{4}-\d\d-\d\d\.$/);
    await backup(ago(hour), "The disk is full.");
    expect(await objectionOf("backup", settings)).toBe("The last backup failed: The disk is full.");
    await backup(ago(0));
    expect(await objectionOf("backup", settings)).toBeUndefined();
  });
});

describe("the restore test check", () => {
  it("warns when the last test failed, or when backups have not been tested for 40 days", async () => {
    const settings = { BACKUP_DIR: "/backups" };
    expect(await objectionOf("restore-test", settings)).toBeUndefined(); // the backup check warns
    await backup(ago(39 * day));
    expect(await objectionOf("restore-test", settings)).toBeUndefined();
    await backup(ago(41 * day));
    const untested = "No backup has been restored as a test for more than 40 days. Run npm run restore -- --try.";
    expect(await objectionOf("restore-test", settings)).toBe(untested);
    await test(ago(41 * day));
    expect(await objectionOf("restore-test", settings)).toBe(untested);
    await test(ago(day), "It is damaged.");
    expect(await objectionOf("restore-test", settings)).toBe(
      "library-1.tar could not be restored in a test: It is damaged.",
    );
    expect(await objectionOf("restore-test", { BACKUP_DIR: "elsewhere" })).toBeUndefined();
    await test(ago(0));
    expect(await objectionOf("restore-test", settings)).toBeUndefined();
  });
});

it("the mail check warns that a restored library holds its email until someone releases it", async () => {
  expect(await objectionOf("mail-hold")).toBeUndefined();
  await db
    .insertInto("mail_hold")
    .values({ backup_at: new Date("2026-11-20T03:00:00Z") })
    .execute();
  expect(await objectionOf("mail-hold")).toBe(
    "Emails are on hold, because the library was restored from a backup of 2026-11-19. Look at admin/mail, then release them there or with npm run restore -- --send.",
  );
  await releaseMail(db);
  expect(await objectionOf("mail-hold")).toBeUndefined();
});
