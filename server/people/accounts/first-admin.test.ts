import { describe, expect, it } from "vitest";
import { login } from "#contract/people/accounts.ts";
import { getActivityLog } from "#contract/admin/activity-log.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, passwordOf } from "#server/test/factories.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { createAdmin, ensureFirstAdmin } from "./first-admin.ts";

type Library = Awaited<ReturnType<typeof testApp>>;

const admins = async ({ db }: Library) =>
  db.selectFrom("accounts").select(["user_name", "password_hash"]).where("user_type_id", "=", 1).execute();

/** Returns the activity log as an administrator sees it. */
async function activityOf(library: Library, credentials: { userName: string; password: string }) {
  const { data } = (await library.call(login, { body: { ...credentials, userTypeId: 1 } })).body;
  const { body } = await library.call(getActivityLog, { query: { startDate: "", endDate: "" } }, data.token);
  return body.data.map(({ userName, call, kind, subjectLabel, changes }) => ({
    userName,
    call,
    kind,
    subjectLabel,
    changes,
  }));
}
const creationOf = (name: string) => ({
  userName: "The command line",
  call: "npm run admin -- create",
  kind: "staff",
  subjectLabel: name,
  changes: [
    { field: "User name", before: null, after: name },
    { field: "Role", before: null, after: "manager" },
  ],
});

/** Shared by the tests that create no administrator. */
const libraryWithoutAdmin = await testApp();

describe("the first administrator", () => {
  it("is created once with a random password, even if several instances start at once", async () => {
    const library = await testApp();
    const start = () => ensureFirstAdmin(library.db, library.configuration, library.clock);
    const starts = await Promise.all([start(), start(), start(), start()]);
    const newAdmins = starts.filter((admin) => admin !== null);
    expect(newAdmins).toEqual([{ userName: "admin", password: expect.stringMatching(/^[\w-]{16}$/) }]);
    expect(await admins(library)).toHaveLength(1);
    const { password } = newAdmins[0] ?? {};
    const { status } = await library.call(login, {
      body: { userName: "admin", password: password ?? "", userTypeId: 1 },
    });
    expect(status).toBe(200);
    expect(await start()).toBeNull();
    const firstAdmin = { ...library.configuration.firstAdmin, password: passwordOf("Password123") }; // changed later, so ignored
    expect(await ensureFirstAdmin(library.db, { ...library.configuration, firstAdmin }, library.clock)).toBeNull();
    expect(await activityOf(library, { userName: "admin", password: password ?? "" })).toEqual([creationOf("admin")]);
  });

  it("takes the name and the password from the settings", async () => {
    const library = await testApp({ settings: { ADMIN_USERNAME: "Head.Clerk", ADMIN_PASSWORD: "given by the owner" } });
    expect(await ensureFirstAdmin(library.db, library.configuration, library.clock)).toEqual({
      userName: "Head.Clerk",
      password: null,
    });
    const { body } = await library.call(login, {
      body: { userName: "head.clerk", password: "given by the owner", userTypeId: 1 },
    });
    expect(body.data.userTypeId).toBe(1);
    const credentials = { userName: "Head.Clerk", password: "given by the owner" };
    expect(await activityOf(library, credentials)).toEqual([creationOf("Head.Clerk")]);
  });

  it.each([
    ["Password123", "That password is too easy to guess."],
    ["head.clerk-2026", "That password is too easy to guess."],
    ["short", "Password must be at least 8 characters."],
  ])("is not created with the password %s", async (typed, sentence) => {
    const library = libraryWithoutAdmin;
    const password = passwordOf(typed);
    const firstAdmin = { userName: "Head.Clerk", password, mustBeGiven: false };
    const configuration = { ...library.configuration, firstAdmin };
    await expect(ensureFirstAdmin(library.db, configuration, library.clock)).rejects.toThrow(
      `The password of Head.Clerk cannot be used. ${sentence}`,
    );
    await expect(createAdmin(library, { userName: "Head.Clerk", password, at: library.clock.now() })).rejects.toThrow(
      sentence,
    );
    expect(await admins(library)).toHaveLength(0);
  });

  it("needs a password from the settings in production", async () => {
    const { db, clock } = await testApp();
    const production = {
      LIBRARY_MODE: "production",
      DATABASE_URL: "postgres://db/library",
      PUBLIC_URL: "https://l.org",
    };
    await expect(ensureFirstAdmin(db, readConfiguration(production), clock)).rejects.toThrow(
      "There is no administrator yet: set ADMIN_PASSWORD for this start, or run npm run admin -- create NAME.",
    );
    const configuration = readConfiguration({ ...production, ADMIN_PASSWORD: "given by the owner" });
    expect(await ensureFirstAdmin(db, configuration, clock)).toEqual({ userName: "admin", password: null });
    expect(await ensureFirstAdmin(db, readConfiguration(production), clock)).toBeNull();
  });

  it("stops the start if a borrower has its user name", async () => {
    const library = libraryWithoutAdmin;
    await aBorrower(library, { userName: "Admin" });
    await expect(ensureFirstAdmin(library.db, library.configuration, library.clock)).rejects.toThrow(
      "A borrower has the user name admin: set another ADMIN_USERNAME.",
    );
    expect(await admins(library)).toHaveLength(0);
  });

  it("can be followed by others with unused names", async () => {
    const library = await testApp();
    const at = library.clock.now();
    const admin = await createAdmin(library, { userName: "second", at });
    expect(admin).toEqual({ userName: "second", password: expect.stringMatching(/^[\w-]{16}$/) });
    expect(await createAdmin(library, { userName: "SECOND", at })).toBeNull();
    const credentials = { userName: "second", password: admin?.password ?? "" };
    expect(await activityOf(library, credentials)).toEqual([creationOf("second")]);
  });
});
