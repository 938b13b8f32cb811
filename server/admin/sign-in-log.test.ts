import { describe, expect, it, onTestFinished } from "vitest";
import { changePassword, login, logOutEverywhere, updateBorrower } from "#contract/people/accounts.ts";
import { getNewOrderCount } from "#contract/orders/orders.ts";
import { disableStaff, getSignInEvents } from "#contract/people/staff.ts";
import { changeStaffEmail } from "#contract/people/own-account.ts";
import { inTransaction } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { signInLog } from "#server/platform/sign-in-log/sign-in-log.ts";
import { deleteOldSignInEvents } from "#server/platform/sign-in-log/sign-in-log.queries.ts";
import { testApp, type TestApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, password } from "#server/test/factories.ts";
import { sql } from "kysely";

const library = await testApp();
const admin = await anAdmin(library, { userName: "clerk" });
const [day, hour] = [24 * 60 * 60 * 1000, 60 * 60 * 1000]; // ms

const logIn = (userName: string, typedPassword: string, address: string, userTypeId = 2) =>
  library.callLoosely(login, { body: { userName, password: typedPassword, userTypeId } }, undefined, address);
const events = async (
  query: Record<string, string | number>,
  at: Pick<TestApp, "callLoosely"> = library,
  token = admin.token,
) => (await at.callLoosely(getSignInEvents, { query }, token)).body;
const kindsFrom = async (address: string) => (await events({ address })).data.map(({ kind }) => kind);

const countRows = async ({ db }: Pick<TestApp, "db">) =>
  (await db.selectFrom("sign_in_events").select("event_id").execute()).length;

/** Returns a new sign-in log, and the lines it logs. */
function aSignInLog({ db, clock, configuration }: Pick<TestApp, "db" | "clock" | "configuration">) {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  const signIns = signInLog({ db, clock, configuration, log });
  onTestFinished(() => signIns.close());
  const failedLogIn = (userName: string, address = "192.0.2.1") =>
    signIns.record({
      kind: "log-in-failed",
      address,
      call: "POST Account/Login/",
      reqId: "1",
      userId: null,
      sessionNumber: null,
      userName,
    });
  return { signIns, lines, failedLogIn };
}

describe("the sign-in log", () => {
  it("records logins with their account and session, and failures with neither", async () => {
    const borrower = await aBorrower(library, { name: "Ada Field", userName: "ada" });
    await logIn("ada", password, "192.0.2.10");
    await logIn("ADA", "wrong", "192.0.2.10");
    await logIn("ada", password, "192.0.2.10", 1);
    const { data, total } = await events({ address: "192.0.2.10" });
    expect(total).toBe(2);
    const success = data.find(({ kind }) => kind === "logged-in");
    expect(success).toEqual({
      eventId: expect.any(Number),
      kind: "logged-in",
      at: expect.stringMatching(/Z$/),
      times: 1,
      address: "192.0.2.10",
      call: "POST Account/Login/",
      person: "Ada Field",
      nameCode: expect.stringMatching(/^[\w-]{22}$/),
      sessionNumber: borrower.sessionNumber + 1,
    });
    const failure = data.find(({ kind }) => kind === "log-in-failed");
    expect(failure).toMatchObject({ times: 2, person: "", sessionNumber: null, nameCode: success?.nameCode });
  });

  it("records refusals, forged tokens, and limits", async () => {
    const { token } = await aBorrower(library);
    await library.call(getNewOrderCount, {}, token, "192.0.2.11");
    const forged = `${token.slice(0, token.lastIndexOf("."))}.${"A".repeat(43)}`;
    expect((await library.call(getNewOrderCount, {}, forged, "192.0.2.11")).status).toBe(401);
    await library.call(getNewOrderCount, {}, undefined, "192.0.2.11");
    expect((await kindsFrom("192.0.2.11")).toSorted()).toEqual(["access-refused", "token-forged"]);
    const strict = await testApp({ settings: { RATE_LIMIT_SCALE: "0.001" } });
    const clerk = await anAdmin(strict);
    for (let round = 0; round < 3; round += 1) {
      await strict.app.inject({ url: "/user/home", remoteAddress: "2001:db8::7" });
      await strict.app.inject({ url: "/api/Code/GetEveryGrade", remoteAddress: "2001:db8::8" });
    }
    const limitEvents = (await events({ kind: "limit-hit" }, strict, clerk.token)).data;
    expect(limitEvents.map(({ address, call, times }) => `${address} ${call} ${times}`).toSorted()).toEqual([
      "2001:db8::/64  2",
      "2001:db8::/64 GET Code/GetEveryGrade 2",
    ]);
  });

  it("records no forged token for an expired or ended session", async () => {
    const { token } = await aBorrower(library);
    await library.call(logOutEverywhere, {}, token, "192.0.2.12");
    expect((await library.call(logOutEverywhere, {}, token, "192.0.2.12")).status).toBe(401);
    const { token: old } = await aBorrower(library);
    library.clock.move(9 * hour);
    expect((await library.call(logOutEverywhere, {}, old, "192.0.2.12")).status).toBe(401);
    library.clock.move(-9 * hour);
    expect(await kindsFrom("192.0.2.12")).toEqual(["sessions-ended"]);
  });

  it("records changes of passwords, email addresses, and staff, but no refused ones", async () => {
    const { token, borrowerId, userName } = await aBorrower(library);
    const fields = {
      borrowerId,
      borrowerName: "Robin Reader",
      schoolName: "Oak Grove Elementary",
      schoolDistrict: "Valley Unified",
      phoneNumber: "(555) 010-2030",
      address: { street: "1 Main Street", city: "Fresno", state: "CA", zip: "93701" },
    };
    const save = (body: object) => library.callLoosely(updateBorrower, { body }, token, "192.0.2.13");
    await save({ ...fields, emailAddress: "robin@oakgrove.example" });
    await save({ ...fields, emailAddress: "else@oakgrove.example", password: "wrong" });
    await save({ ...fields, emailAddress: "else@oakgrove.example", password });
    const change = { password, newPassword: "another of my own" };
    await library.call(changePassword, { body: change }, token, "192.0.2.13");
    await library.call(changePassword, { body: change }, token, "192.0.2.13");
    const changes = (await events({ address: "192.0.2.13" })).data;
    expect(changes.map(({ kind, call }) => `${kind} ${call}`).toSorted()).toEqual([
      "email-changed POST Account/UpdateBorrower/",
      "log-in-failed POST Account/ChangePassword/",
      "log-in-failed POST Account/UpdateBorrower/",
      "password-changed POST Account/ChangePassword/",
    ]);
    expect((await events({ userName })).total).toBe(4);
    const colleague = await anAdmin(library);
    const body = { password, emailAddress: "clerk@library.example" };
    await library.call(changeStaffEmail, { body }, colleague.token, "192.0.2.14");
    await library.call(disableStaff, { params: { userId: colleague.userId } }, admin.token, "192.0.2.14");
    expect((await kindsFrom("192.0.2.14")).toSorted()).toEqual(["email-changed", "staff-changed"]);
  });

  it("filters by kind, user name (typed or of the account), address, and day", async () => {
    const { userName } = await aBorrower(library, { userName: "Found.Again" });
    await logIn("found.again", password, "192.0.2.15");
    await logIn("FOUND.AGAIN ", "wrong", "192.0.2.16");
    await logIn("found.agai", "wrong", "192.0.2.16");
    const eventsFor = async (query: Record<string, string>) =>
      (await events(query)).data.map(({ kind, address }) => `${kind} ${address}`).toSorted();
    expect(await eventsFor({ userName })).toEqual(["log-in-failed 192.0.2.16", "logged-in 192.0.2.15"]);
    expect(await eventsFor({ userName, kind: "logged-in" })).toEqual(["logged-in 192.0.2.15"]);
    expect((await events({ address: "192.0.2.16" })).total).toBe(2);
    expect((await events({ address: "192.0.2.16", endDate: "2020-01-01" })).total).toBe(0);
    expect((await library.callLoosely(getSignInEvents, { query: { kind: "x" } }, admin.token)).status).toBe(400);
    expect((await events({ pageSize: 1, page: 2 })).data).toHaveLength(1);
  });

  it("deletes events after the days in the settings", async () => {
    const { signIns, failedLogIn } = aSignInLog(library);
    failedLogIn("somebody", "192.0.2.17");
    await signIns.flush();
    const now = library.clock.now().getTime();
    await deleteOldSignInEvents(library.db, 90, new Date(now + 89 * day));
    expect(await kindsFrom("192.0.2.17")).toEqual(["log-in-failed"]);
    await deleteOldSignInEvents(library.db, 90, new Date(now + 91 * day));
    expect(await kindsFrom("192.0.2.17")).toEqual([]);
  });
});

describe("a typed user name", () => {
  it.each([
    ["a password", "Tr0ub4dor&3"],
    ["an email address", "ada@school.example"],
    ["a second line", 'x"}\n{"level":"info","event":"logged-in","name":"boss'],
    ["half an emoji", "\ud83d and 😀"],
    ["the longest name", "ß".repeat(200)],
    ["a null character", "a\0b"],
  ])("that is %s reaches neither the log nor the table", async (_, userName) => {
    const { signIns, lines, failedLogIn } = aSignInLog(library);
    failedLogIn(userName, "192.0.2.20");
    await signIns.flush();
    const { rows } = await sql<{ text: string }>`
      select sign_in_events::text as text from sign_in_events where address = '192.0.2.20'`.execute(library.db);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn", event: "log-in-failed", address: "192.0.2.20" });
    for (const text of [...lines, ...rows.map((row) => row.text)]) expect(text).not.toContain(userName.slice(0, 8));
  });

  it("has a different code in each library, so that no list reveals it", async () => {
    const [here, elsewhere] = [
      aSignInLog(library),
      aSignInLog(await testApp({ settings: { SECRET_KEY: "b".repeat(43) } })),
    ];
    expect(await here.signIns.codesOf("ada")).toEqual(await aSignInLog(library).signIns.codesOf(" Ada"));
    expect(await here.signIns.codesOf("ada")).not.toEqual(await elsewhere.signIns.codesOf("ada"));
  });
});

describe("a flood of failed logins", () => {
  it("from one address adds few rows, whatever names it tries", async () => {
    const fresh = await testApp();
    const { signIns, lines, failedLogIn } = aSignInLog(fresh);
    for (let attempt = 0; attempt < 10_000; attempt += 1) failedLogIn(`name ${attempt}`);
    await signIns.flush();
    const rows = await fresh.db.selectFrom("sign_in_events").select(["times", "minute"]).execute();
    const minutes = new Set(rows.map(({ minute }) => minute.getTime())).size;
    expect(rows.length).toBeLessThanOrEqual(21 * minutes);
    expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(10_000);
    expect(lines).toHaveLength(10_000);
  });

  it("from many addresses adds few rows an hour, and hides no successful login", async () => {
    const fresh = await testApp();
    const { signIns, failedLogIn } = aSignInLog(fresh);
    const addresses = Array.from({ length: 5000 }, (_, at) => `10.0.${at >> 8}.${at & 255}`);
    for (const address of addresses) failedLogIn("boss", address);
    await signIns.flush();
    for (const address of addresses) failedLogIn("boss", address);
    signIns.record({
      kind: "logged-in",
      address: "10.9.9.9",
      call: "POST Account/Login/",
      reqId: "1",
      userId: 1,
      sessionNumber: 1,
    });
    await signIns.flush();
    const rows = await fresh.db.selectFrom("sign_in_events").select(["times", "kind", "address", "minute"]).execute();
    const hours = new Set(rows.map(({ minute }) => Math.floor(minute.getTime() / hour))).size;
    const minutes = new Set(rows.map(({ minute }) => minute.getTime())).size;
    expect(rows.length).toBeLessThanOrEqual(400 * hours + minutes + 1);
    expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(10_001);
    expect(rows.find(({ kind }) => kind === "logged-in")?.address).toBe("10.9.9.9");
  });

  it("delays no request, and loses no event while the table is locked", async () => {
    const fresh = await testApp();
    const { signIns, lines, failedLogIn } = aSignInLog(fresh);
    const { userName } = await aBorrower(fresh);
    await inTransaction(fresh.db, async (tx) => {
      await sql`lock table sign_in_events in access exclusive mode`.execute(tx);
      failedLogIn("first");
      const flush = signIns.flush();
      failedLogIn("second");
      const answer = await fresh.call(login, { body: { userName, password, userTypeId: 2 } });
      expect(answer.status).toBe(200);
      const { rows } = await sql`
        select from pg_locks join pg_database on pg_database.oid = database
        where not granted and datname = current_database()`.execute(tx); // other tests wait in theirs
      expect(rows.length).toBeLessThanOrEqual(1); // at most one statement of a sign-in log waits
      void flush;
    });
    await signIns.flush();
    expect(lines).toHaveLength(2);
    expect(await countRows(fresh)).toBe(2);
  });

  it("fails no request while the table is missing, and is stored later", async () => {
    const fresh = await testApp();
    const { signIns, lines, failedLogIn } = aSignInLog(fresh);
    await sql`alter table sign_in_events rename to elsewhere`.execute(fresh.db);
    failedLogIn("first");
    await signIns.flush();
    const answer = await fresh.call(login, { body: { userName: "nobody", password: "x", userTypeId: 2 } });
    expect(answer.status).toBe(401);
    await signIns.flush();
    expect(lines.filter((line) => line.includes("security events are waiting to be stored"))).toHaveLength(1);
    await sql`alter table elsewhere rename to sign_in_events`.execute(fresh.db);
    await signIns.flush();
    expect(await countRows(fresh)).toBe(1);
  });
});

describe("several instances", () => {
  it("share one count for each minute", async () => {
    const fresh = await testApp();
    const logs = [aSignInLog(fresh), aSignInLog(fresh), aSignInLog(fresh)];
    const names = Array.from({ length: 15 }, (_, at) => `name ${at}`);
    for (const [at, { failedLogIn }] of logs.entries())
      for (const name of at === 1 ? names.toReversed() : names) failedLogIn(name);
    await Promise.all(logs.map(({ signIns }) => signIns.flush()));
    const rows = await fresh.db.selectFrom("sign_in_events").select(["times", "minute"]).execute();
    expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(45);
    expect(rows.length).toBe(15 * new Set(rows.map(({ minute }) => minute.getTime())).size);
  });
});
