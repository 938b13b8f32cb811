import { describe, expect, it } from "vitest";
import { login } from "#contract/people/accounts.ts";
import { getNewOrderCount } from "#contract/orders/orders.ts";
import { changeStaffPassword, newRecoveryCodes, turnOffTwoStep } from "#contract/people/own-account.ts";
import { disableStaff } from "#contract/people/staff.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin, password } from "#server/test/factories.ts";
import {
  aCarefulAdmin,
  codeOf,
  codePeriod,
  enter,
  firstStep,
  twoStep,
  toNextStep,
  turnOn,
} from "#server/test/staff/two-step.ts";
import { hashOf } from "#server/platform/mail/link-secret.ts";
import { cleanUpSessions } from "../sessions/session.queries.ts";
import { createSessions } from "../sessions/sessions.ts";

const library = await testApp();
const { db } = library;
const app = await testApp({ settings: { RATE_LIMIT_SCALE: "1" } });
type Careful = Awaited<ReturnType<typeof aCarefulAdmin>>;
const refusalFor = (kind: string) => ({ isSuccess: false, reason: { kind } });
const sessionsOf = (userId: number) => db.selectFrom("sessions").select("session_number").where("user_id", "=", userId);

describe("the password alone with two-step verification on", () => {
  it("opens no session, wherever and however often it is used", async () => {
    const { userName, userId } = await aCarefulAdmin(library);
    const before = await sessionsOf(userId).execute();
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2"]) await firstStep(library, userName, address);
    expect(await sessionsOf(userId).execute()).toEqual(before);
  });

  it("reveals nothing about two-step verification when it is wrong", async () => {
    const { userName } = await aCarefulAdmin(library);
    const body = { userName, password: "wrong", userTypeId: 1 };
    const answer = await library.call(login, { body });
    expect([answer.status, answer.body]).toEqual([401, { isSuccess: false, message: "Invalid username/password!" }]);
  });

  it("opens no session if it was checked just before two-step verification was turned on", async () => {
    const { userId } = await aCarefulAdmin(library);
    const { password_hash: passwordHash } = await db
      .selectFrom("accounts")
      .select("password_hash")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    expect(await createSessions(library).start({ userId, passwordHash: passwordHash ?? "" })).toBeNull();
  });

  it("gets a token that isn't a session", async () => {
    const { userName } = await aCarefulAdmin(library);
    const token = await firstStep(library, userName);
    expect((await library.call(getNewOrderCount, {}, token)).status).toBe(401);
  });
});

describe("the token of the first step", () => {
  it("can't be a session token, another library's, or made up", async () => {
    const { userName, token: session, secret } = await aCarefulAdmin(library);
    const code = codeOf(secret, library);
    const own = await firstStep(library, userName);
    const elsewhere = await testApp();
    await turnOn(elsewhere, await anAdmin(elsewhere, { userName }));
    const other = await firstStep(elsewhere, userName);
    for (const token of [session, other, `${own.slice(1)}A`, "", "x"])
      expect((await twoStep(library, { token, code })).body).toMatchObject(refusalFor("login-expired"));
    expect((await enter(library, userName, code)).body.isSuccess).toBe(true);
  });

  it("works once, even with another correct code", async () => {
    const { userName, secret, recoveryCodes } = await aCarefulAdmin(library);
    const token = await firstStep(library, userName);
    expect((await twoStep(library, { token, code: codeOf(secret, library) })).body.isSuccess).toBe(true);
    const again = await twoStep(library, { token, code: recoveryCodes[0] ?? "" });
    expect(again.body).toMatchObject(refusalFor("login-expired"));
    expect((await enter(library, userName, recoveryCodes[0] ?? "")).body.isSuccess).toBe(true);
  });

  it("uses up one of two codes that are sent at once", async () => {
    const { userId, userName, recoveryCodes } = await aCarefulAdmin(library);
    const codes = () => db.selectFrom("recovery_codes").select("code_hash").where("user_id", "=", userId).execute();
    for (const left of [9, 8]) {
      const token = await firstStep(library, userName);
      const attempts = recoveryCodes.splice(0, 2).map((code) => twoStep(library, { token, code }));
      const answers = (await Promise.all(attempts)).map(({ body }) => body);
      expect(answers.filter(({ isSuccess }) => isSuccess)).toHaveLength(1);
      expect(answers).toContainEqual(expect.objectContaining(refusalFor("login-expired")));
      expect(await codes()).toHaveLength(left);
    }
  });

  it("is one of the account's five newest, and stored as a hash until it expires", async () => {
    const { userId, userName, secret } = await aCarefulAdmin(library);
    const tokens: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      tokens.push(await firstStep(library, userName));
      library.clock.move(1000);
    }
    const steps = () => db.selectFrom("first_steps").select("secret_hash").where("user_id", "=", userId).execute();
    expect((await steps()).map(({ secret_hash }) => secret_hash.toString("hex")).toSorted()).toEqual(
      tokens
        .slice(1)
        .map((token) => hashOf(token).toString("hex"))
        .toSorted(),
    );
    const code = codeOf(secret, library);
    expect((await twoStep(library, { token: tokens[0] ?? "", code })).body).toMatchObject(refusalFor("login-expired"));
    library.clock.move(5 * 60_000);
    await cleanUpSessions(db, library.clock);
    expect(await steps()).toEqual([]);
  });

  const endings: [when: string, happen: (person: Careful) => Promise<unknown>][] = [
    ["after five minutes", async () => library.clock.move(5 * 60_000 + 1000)],
    [
      "when the password changes",
      async ({ token, recoveryCodes }: Careful) =>
        library.call(
          changeStaffPassword,
          { body: { password, newPassword: "violet harbor lantern", code: recoveryCodes[0] } },
          token,
        ),
    ],
    [
      "when the account is disabled",
      async ({ userId }) => library.call(disableStaff, { params: { userId } }, (await anAdmin(library)).token),
    ],
  ];

  it.each(endings)("expires %s", async (_when, happen) => {
    const person = await aCarefulAdmin(library);
    const token = await firstStep(library, person.userName);
    await happen(person);
    const { body } = await twoStep(library, { token, code: codeOf(person.secret, library) });
    expect(body).toMatchObject(refusalFor("login-expired"));
  });

  it("doesn't accept another account's codes", async () => {
    const [victim, thief] = [await aCarefulAdmin(library), await aCarefulAdmin(library)];
    for (const code of [codeOf(thief.secret, library), thief.recoveryCodes[0] ?? ""])
      expect((await enter(library, victim.userName, code)).body).toMatchObject(refusalFor("wrong-code"));
    // the attempt didn't use up the code
    expect((await enter(library, thief.userName, thief.recoveryCodes[0] ?? "")).body.isSuccess).toBe(true);
  });
});

describe("a code from the app", () => {
  it("works once, even while the app still shows it", async () => {
    const { userName, secret } = await aCarefulAdmin(library);
    const code = codeOf(secret, library);
    expect((await enter(library, userName, code)).body.isSuccess).toBe(true);
    expect((await enter(library, userName, code)).body).toMatchObject(refusalFor("wrong-code"));
    library.clock.move(codePeriod);
    expect((await enter(library, userName, codeOf(secret, library))).body.isSuccess).toBe(true);
  });

  it("is accepted one time step late or early, and no more", async () => {
    toNextStep(library);
    const { userName, secret } = await aCarefulAdmin(library);
    const late = codeOf(secret, library);
    library.clock.move(2 * codePeriod);
    expect((await enter(library, userName, late)).body).toMatchObject(refusalFor("wrong-code"));
    const inTime = codeOf(secret, library);
    library.clock.move(codePeriod);
    expect((await enter(library, userName, inTime)).body.isSuccess).toBe(true);
    library.clock.move(2 * codePeriod);
    const early = codeOf(secret, library);
    library.clock.move(-codePeriod);
    expect((await enter(library, userName, early)).body.isSuccess).toBe(true);
  });

  it("used for the setup doesn't work for a login", async () => {
    toNextStep(library);
    const { userName, secret } = await aCarefulAdmin(library);
    library.clock.move(-codePeriod); // aCarefulAdmin has waited
    const { body } = await enter(library, userName, codeOf(secret, library));
    library.clock.move(codePeriod);
    expect(body).toMatchObject(refusalFor("wrong-code"));
  });
});

describe("a recovery code", () => {
  it("no longer works once there are new ones", async () => {
    const { userName, token, recoveryCodes, secret } = await aCarefulAdmin(library);
    const proof = { password, code: codeOf(secret, library) };
    const { data } = (await library.call(newRecoveryCodes, { body: proof }, token)).body;
    expect((await enter(library, userName, recoveryCodes[0] ?? "")).body).toMatchObject(refusalFor("wrong-code"));
    expect((await enter(library, userName, data.recoveryCodes[0] ?? "")).body.isSuccess).toBe(true);
  });

  it("is not in the database in plain text, and neither it nor the secret is in the activity log", async () => {
    const { secret, recoveryCodes } = await aCarefulAdmin(library);
    const [codes, activity, mails] = await Promise.all([
      db.selectFrom("recovery_codes").selectAll().execute(),
      db.selectFrom("activity_log").selectAll().execute(),
      db.selectFrom("mails").selectAll().execute(),
    ]);
    const [first = ""] = recoveryCodes;
    const plain = [first, first.replaceAll("-", "")];
    expect(plain.filter((code) => JSON.stringify([codes, activity, mails]).includes(code))).toEqual([]);
    expect(codes.map(({ code_hash }) => code_hash.length).every((length) => length === 32)).toBe(true);
    expect(JSON.stringify([activity, mails])).not.toContain(secret);
  });
});

describe("a stolen session with the password, but without a code", () => {
  /** Calls that keep or extend the thief's access, by name; a colleague's id is in the path. */
  const changes: [name: string, path: (colleague: number) => string, body: object][] = [
    ["change the password", () => "Staff/ChangePassword", { newPassword: "violet harbor lantern" }],
    ["change the email address", () => "Staff/ChangeEmail", { emailAddress: "thief@elsewhere.example" }],
    ["make new recovery codes", () => "Staff/NewRecoveryCodes", {}],
    ["turn two-step verification off", () => "Staff/TurnOffTwoStep", {}],
    ["remove a colleague's two-step verification", (colleague) => `Staff/RemoveTwoStep/${colleague}`, {}],
    ["invite an accomplice", () => "Staff/Invite", { emailAddress: "friend@elsewhere.example", role: "manager" }],
    ["change a colleague's role", (colleague) => `Staff/ChangeRole/${colleague}`, { role: "clerk" }],
    ["enable a colleague's account", (colleague) => `Staff/Enable/${colleague}`, {}],
  ];

  it.each(changes)("can't %s", async (_name, path, more) => {
    const [owner, colleague] = [await aCarefulAdmin(library), await aCarefulAdmin(library)];
    const send = async (proof: object): Promise<unknown> => {
      const headers = { authorization: `Bearer ${owner.token}` };
      const url = `/api/${path(colleague.userId)}`;
      return (await library.app.inject({ method: "POST", url, headers, payload: { ...more, ...proof } })).json();
    };
    const missing = { isSuccess: false, data: { errors: [{ field: "code" }] } };
    expect(await send({ password })).toMatchObject(missing);
    expect(await send({ password, code: "12345" })).toMatchObject(refusalFor("wrong-code"));
    const [code = ""] = owner.recoveryCodes;
    expect(await send({ password: "wrong", code })).toMatchObject(refusalFor("wrong-password"));
    expect(await send({ password, code })).toMatchObject({ isSuccess: true });
  });

  it.each(["ChangeRole", "Enable", "RemoveTwoStep"])(
    "keeps the code when %s is refused for an unknown colleague",
    async (change) => {
      const { token, userName, recoveryCodes } = await aCarefulAdmin(library);
      const [code = ""] = recoveryCodes;
      const answer = await library.app.inject({
        method: "POST",
        url: `/api/Staff/${change}/999999`,
        headers: { authorization: `Bearer ${token}` },
        payload: { role: "clerk", password, code },
      });
      expect(answer.statusCode).toBe(404);
      expect((await enter(library, userName, code)).body.isSuccess).toBe(true);
    },
  );

  it("uses up each code, unless the change is refused for another reason", async () => {
    const { token, recoveryCodes } = await aCarefulAdmin(app);
    const change = async (body: { newPassword: string; code: string }) =>
      (await app.call(changeStaffPassword, { body: { password, ...body } }, token)).body;
    const [code = ""] = recoveryCodes;
    for (let round = 0; round < 12; round += 1)
      expect((await change({ newPassword: "Summer2026", code })).message).toContain("easy to guess");
    expect((await change({ newPassword: "violet harbor lantern", code })).isSuccess).toBe(true);
    const again = { password: "violet harbor lantern", newPassword: "zebra lantern pickle", code };
    expect((await app.call(changeStaffPassword, { body: again }, token)).body).toMatchObject(refusalFor("wrong-code"));
  });
});

describe("guessing codes with a stolen password", () => {
  const guess = async (token: string, address: string) =>
    (await twoStep(app, { token, code: "12345" }, address)).status;

  it("stops after five from one address, and after twenty from everywhere", async () => {
    const { userName, secret } = await aCarefulAdmin(app);
    const token = await firstStep(app, userName);
    const fromOne: number[] = [];
    for (let round = 0; round < 6; round += 1) fromOne.push(await guess(token, "198.51.100.1"));
    expect(fromOne).toEqual([200, 200, 200, 200, 200, 429]);
    const fromAll: number[] = [];
    for (let round = 0; round < 16; round += 1) fromAll.push(await guess(token, `203.0.113.${round}`));
    expect(fromAll).toEqual([...Array.from({ length: 15 }, () => 200), 429]);
    const { status, body, headers } = await twoStep(app, { token, code: codeOf(secret, app) }, "203.0.113.99");
    expect([status, body.message]).toEqual([429, expect.stringContaining("Too many wrong codes for this user name.")]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });

  it("doesn't lock out the owner at an address where they logged in before", async () => {
    const { userName, secret } = await aCarefulAdmin(app);
    expect((await enter(app, userName, codeOf(secret, app), "192.0.2.7")).body.isSuccess).toBe(true);
    const token = await firstStep(app, userName, "192.0.2.8");
    for (let round = 0; round < 21; round += 1) await guess(token, `203.0.113.${round}`);
    app.clock.move(codePeriod);
    expect((await enter(app, userName, codeOf(secret, app), "192.0.2.8")).status).toBe(429);
    expect((await enter(app, userName, codeOf(secret, app), "192.0.2.7")).body.isSuccess).toBe(true);
  });

  it("is stopped for a stolen session that tries to turn off two-step verification", async () => {
    const { token } = await aCarefulAdmin(app);
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1)
      statuses.push((await app.call(turnOffTwoStep, { body: { password, code: "12345" } }, token)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("locks no one out for good", async () => {
    const { userName, secret } = await aCarefulAdmin(app);
    const token = await firstStep(app, userName);
    for (let round = 0; round < 21; round += 1) await guess(token, `203.0.113.${round}`);
    await app.db
      .updateTable("rate_limits")
      .set({ expire: Date.now() - 1 })
      .execute(); // as the clock would
    expect((await enter(app, userName, codeOf(secret, app))).body.isSuccess).toBe(true);
  });
});
