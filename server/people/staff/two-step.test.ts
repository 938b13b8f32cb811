import { describe, expect, it } from "vitest";
import { login, logout } from "#contract/people/accounts.ts";
import { getNewOrderCount } from "#contract/orders/orders.ts";
import * as calls from "#contract/people/own-account.ts";
import { getOwnAccount } from "#contract/people/own-account.ts";
import { getStaff } from "#contract/people/staff.ts";
import { testApp, type TestApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, password } from "#server/test/factories.ts";
import { mailsTo } from "#server/test/mails.ts";
import { aCarefulAdmin, codeOf, enter, turnOn } from "#server/test/staff/two-step.ts";
import { resetTwoStep } from "./two-step.ts";

const library = await testApp();
const { db } = library;
const refusalFor = (kind: string) => ({ isSuccess: false, reason: { kind } });
const logIn = async (userName: string, app: TestApp = library) =>
  (await app.call(login, { body: { userName, password, userTypeId: 1 } })).body;
const twoStepOf = async (token: string, app: TestApp = library) =>
  (await app.call(getOwnAccount, {}, token)).body.data.twoStep;
const setMailbox = (userId: number, address: string) =>
  db.updateTable("staff").set({ email_address: address }).where("user_id", "=", userId).execute();
const subjectsTo = async (address: string) => (await mailsTo(library, address)).map(({ subject }) => subject);
const activityOf = (subjectId: number) =>
  db
    .selectFrom("activity_log")
    .select(["user_id", "call", "changes"])
    .where("kind", "=", "staff")
    .where("subject_id", "=", subjectId)
    .orderBy("entry_id")
    .execute();

describe("a login with two-step verification", () => {
  it("asks for a code after the right password, and then returns the same as any login", async () => {
    const { userName, userId, secret } = await aCarefulAdmin(library);
    expect(await logIn(userName)).toEqual({
      isSuccess: false,
      message: "Enter the code from your authenticator app.",
      reason: { kind: "code-required", token: expect.stringMatching(/^[\w-]{43}$/) },
    });
    const wrong = await enter(library, userName, "123");
    expect(wrong.body).toMatchObject({ ...refusalFor("wrong-code"), data: { errors: [{ field: "code" }] } });
    const empty = await enter(library, userName, " ");
    expect(empty.body.message).toContain("Enter the code from your authenticator app.");
    const { body } = await enter(library, userName, codeOf(secret, library));
    expect(body).toEqual({
      isSuccess: true,
      message: "Succesfully logged in.",
      data: {
        token: expect.any(String),
        sessionKey: expect.stringMatching(/^[0-9a-f]{32}$/),
        userId,
        userTypeId: 1,
        userName,
        name: userName,
        borrowerId: null,
        role: "manager",
        idleMinutes: 60,
        scanSignals: [],
        cartIdentifier: null,
        cartCount: 0,
        blockReason: "",
      },
    });
    expect((await library.call(getNewOrderCount, {}, body.data.token)).status).toBe(200);
  });

  it("accepts a code with spaces", async () => {
    const { userName, secret } = await aCarefulAdmin(library);
    const code = codeOf(secret, library);
    expect((await enter(library, userName, ` ${code.slice(0, 3)} ${code.slice(3)} `)).body.isSuccess).toBe(true);
  });

  it("accepts a recovery code in any spelling, and counts those left", async () => {
    const { userName, recoveryCodes, token } = await aCarefulAdmin(library);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = "", second = "", third = ""] = recoveryCodes;
    expect(first).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    const asRead = third.replaceAll("O", "0").replaceAll("I", "1").replaceAll("B", "8");
    for (const code of [first, second.toLowerCase().replaceAll("-", " "), asRead])
      expect((await enter(library, userName, code)).body.isSuccess).toBe(true);
    expect(await twoStepOf(token)).toEqual({ isOn: true, isRequired: false, recoveryCodesLeft: 7 });
  });
});

describe("two-step verification", () => {
  it("turns on with the password and a code, ends other sessions, and is reported by email", async () => {
    const person = await anAdmin(library);
    const { token, userId, userName } = person;
    await setMailbox(userId, "on@library.example");
    const elsewhere = (await logIn(userName)).data.token;
    const { secret, address } = (await library.call(calls.newTwoStep, {}, token)).body.data;
    expect(new URL(address).searchParams.get("secret")).toBe(secret);
    expect(decodeURIComponent(new URL(address).pathname)).toContain(`127.0.0.1:${userName}`);
    const turnOnWith = async (input: object) => {
      const body = { password, secret, code: codeOf(secret, library), ...input };
      return (await library.callLoosely(calls.turnOnTwoStep, { body }, token)).body;
    };
    expect(await turnOnWith({ password: "wrong" })).toMatchObject(refusalFor("wrong-password"));
    expect(await turnOnWith({ code: "12345" })).toMatchObject(refusalFor("wrong-code"));
    expect(await twoStepOf(token)).toEqual({ isOn: false, isRequired: false, recoveryCodesLeft: 0 });
    expect((await turnOnWith({})).isSuccess).toBe(true);
    expect(await turnOnWith({})).toMatchObject(refusalFor("two-step-on"));
    expect(await twoStepOf(token)).toEqual({ isOn: true, isRequired: false, recoveryCodesLeft: 10 });
    expect((await library.call(getOwnAccount, {}, elsewhere)).status).toBe(401);
    expect(await subjectsTo("on@library.example")).toEqual(["Two-step verification is on"]);
    const own = await library.call(getOwnAccount, {}, token);
    expect(JSON.stringify(own.body)).not.toContain(secret);
  });

  it("has recovery codes that can be replaced with the password and a code", async () => {
    const { token, userId, secret } = await aCarefulAdmin(library);
    await setMailbox(userId, "codes@library.example");
    const remake = (attempt: string) =>
      library.call(calls.newRecoveryCodes, { body: { password: attempt, code: codeOf(secret, library) } }, token);
    expect((await remake("wrong")).body).toMatchObject(refusalFor("wrong-password"));
    expect(new Set((await remake(password)).body.data.recoveryCodes).size).toBe(10);
    expect((await twoStepOf(token)).recoveryCodesLeft).toBe(10);
    expect(await subjectsTo("codes@library.example")).toEqual(["You have new recovery codes"]);
    const other = await anAdmin(library);
    const none = await library.call(calls.newRecoveryCodes, { body: { password } }, other.token);
    expect(none.status).toBe(404);
  });

  it("turns off with the password and a code, and can be turned on again", async () => {
    const person = await aCarefulAdmin(library);
    const { token, userName, userId, secret } = person;
    await setMailbox(userId, "off@library.example");
    const turnOff = async (body: { password: string; code: string }) =>
      (await library.call(calls.turnOffTwoStep, { body }, token)).body;
    const code = codeOf(secret, library);
    expect(await turnOff({ password: "wrong", code })).toMatchObject(refusalFor("wrong-password"));
    expect(await turnOff({ password, code: "12345" })).toMatchObject(refusalFor("wrong-code"));
    expect((await turnOff({ password, code })).isSuccess).toBe(true);
    expect((await logIn(userName)).isSuccess).toBe(true);
    expect(await subjectsTo("off@library.example")).toEqual(["Two-step verification is off"]);
    await turnOn(library, person);
    expect((await logIn(userName)).reason?.kind).toBe("code-required");
  });

  it("can be removed by another administrator, with a log entry and an email, but not by its owner", async () => {
    const [lost, colleague] = [await aCarefulAdmin(library), await anAdmin(library)];
    await setMailbox(lost.userId, "lost@library.example");
    const member = async () =>
      (await library.call(getStaff, {}, colleague.token)).body.data.staff.find(({ userId }) => userId === lost.userId);
    const remove = async (token: string, userId = lost.userId) =>
      library.call(calls.removeTwoStep, { params: { userId }, body: { password } }, token);
    expect(await member()).toMatchObject({ hasTwoStep: true });
    expect((await remove(lost.token)).body).toMatchObject(refusalFor("own-account"));
    expect((await remove(colleague.token, (await aBorrower(library)).userId)).status).toBe(404);
    for (let press = 0; press < 2; press += 1) expect((await remove(colleague.token)).body.isSuccess).toBe(true);
    expect(await member()).toMatchObject({ hasTwoStep: false });
    expect((await logIn(lost.userName)).isSuccess).toBe(true);
    expect(await subjectsTo("lost@library.example")).toEqual(["Two-step verification is off"]);
    const [, ...entries] = await activityOf(lost.userId);
    expect(entries).toEqual([
      {
        user_id: colleague.userId,
        call: "POST Staff/RemoveTwoStep/{userId}",
        changes: [{ field: "Two-step verification", before: "yes", after: "no" }],
      },
    ]);
  });

  it("can be reset from the command line, with a log entry and an email", async () => {
    const lost = await aCarefulAdmin(library);
    await setMailbox(lost.userId, "shell@library.example");
    const reset = (userName: string) => resetTwoStep(db, { userName, at: new Date() });
    expect(await reset("nobody-of-this-name")).toBe(false);
    expect(await reset(lost.userName.toUpperCase())).toBe(true);
    expect(await reset(lost.userName)).toBe(false);
    expect((await logIn(lost.userName)).isSuccess).toBe(true);
    expect(await subjectsTo("shell@library.example")).toEqual(["Two-step verification is off"]);
    expect((await activityOf(lost.userId)).at(-1)).toEqual({
      user_id: null,
      call: "npm run admin -- reset-two-step",
      changes: [{ field: "Two-step verification", before: "yes", after: "no" }],
    });
  });
});

describe("a library that requires two-step verification", () => {
  const strictLibrary = () => testApp({ rules: { requireTwoStep: true } });

  it("lets staff do nothing else until they set it up", async () => {
    const strict = await strictLibrary();
    const person = await anAdmin(strict);
    const { userName, token } = person;
    expect(await logIn(userName, strict)).toMatchObject({ isSuccess: true });
    const count = await strict.call(getNewOrderCount, {}, token);
    expect([count.status, count.body]).toEqual([
      200,
      {
        isSuccess: false,
        message: "Set up two-step verification first.",
        reason: { kind: "two-step-required" },
      },
    ]);
    const remove = { params: { userId: person.userId }, body: { password } };
    expect((await strict.call(calls.removeTwoStep, remove, token)).body).toMatchObject(refusalFor("two-step-required"));
    expect(await twoStepOf(token, strict)).toEqual({ isOn: false, isRequired: true, recoveryCodesLeft: 0 });
    await turnOn(strict, person);
    expect((await strict.call(getNewOrderCount, {}, token)).body).toBe(0);
  });

  it("still lets staff log out, and doesn't ask borrowers for a code", async () => {
    const strict = await strictLibrary();
    const [clerk, reader] = [await anAdmin(strict), await aBorrower(strict)];
    await strict.call(logout, {}, clerk.token);
    expect((await strict.call(getOwnAccount, {}, clerk.token)).status).toBe(401);
    const body = { userName: reader.userName, password, userTypeId: 2 };
    expect((await strict.call(login, { body })).body.isSuccess).toBe(true);
  });
});
