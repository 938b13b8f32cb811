import { describe, expect, it } from "vitest";
import { checkUserResetPassword, login, requestResetPassword } from "#contract/people/accounts.ts";
import {
  changeScanSignals,
  changeStaffEmail,
  changeStaffName,
  changeStaffPassword,
  getOwnAccount,
} from "#contract/people/own-account.ts";
import { nameOf } from "#server/platform/record-activity.ts";
import { getActivityLog } from "#contract/admin/activity-log.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin, password } from "#server/test/factories.ts";
import { answerResets, mailsTo, secretIn } from "#server/test/mails.ts";
import { createAdmin } from "../accounts/first-admin.ts";

const library = await testApp();
const { db } = library;
let mailboxes = 0;

/** Adds an administrator with their own mailbox, unless one is given. */
async function clerk(address = `clerk${(mailboxes += 1)}@library.example`) {
  const admin = await anAdmin(library);
  await db.updateTable("staff").set({ email_address: address }).where("user_id", "=", admin.userId).execute();
  return { ...admin, address };
}

const enter = (userName: string, attempt: string) =>
  library.call(login, { body: { userName, password: attempt, userTypeId: 1 } });
const account = async (token: string) => (await library.call(getOwnAccount, {}, token)).body.data;
const isLoggedIn = async (token: string) => (await library.call(getOwnAccount, {}, token)).status === 200;
const subjectsTo = async (address: string) => (await mailsTo(library, address)).map(({ subject }) => subject);

/** Returns the secret of the newest reset link in a mailbox. */
async function linkIn(address: string): Promise<string> {
  await answerResets(library);
  return secretIn(library, address);
}
const requestLink = (userNameOrEmail: string) =>
  library.call(requestResetPassword, { query: {}, params: { userNameOrEmail } });
const follow = (token: string) => library.call(checkUserResetPassword, { params: { id: token } });

describe("an administrator's own password", () => {
  const change = (token: string, body: { password: string; newPassword: string }) =>
    library.call(changeStaffPassword, { body }, token);

  it("changes with the current one, ends other sessions and reset links, and is reported by email", async () => {
    const { userName, token, address } = await clerk();
    const elsewhere = (await enter(userName, password)).body.data.token;
    await requestLink(userName);
    const link = await linkIn(address);
    const { body } = await change(token, { password, newPassword: "violet harbor lantern" });
    expect(body).toEqual({ isSuccess: true, message: "Password changed." });
    expect([await isLoggedIn(token), await isLoggedIn(elsewhere)]).toEqual([true, false]);
    expect((await follow(link)).body.isSuccess).toBe(false);
    expect((await enter(userName, password)).status).toBe(401);
    expect((await enter(userName, "violet harbor lantern")).status).toBe(200);
    expect(await subjectsTo(address)).toEqual(["Choose a new password", "Your password was changed"]);
  });

  it("stays the same without an email if the current one is wrong or the new one is short", async () => {
    const { userName, token, address } = await clerk();
    const wrong = await change(token, { password: "wrong", newPassword: "violet harbor lantern" });
    expect(wrong.body).toMatchObject({ isSuccess: false, reason: { kind: "wrong-password" } });
    const short = await change(token, { password, newPassword: "short" });
    expect(short.body).toMatchObject({ isSuccess: false, message: expect.stringContaining("at least 8 characters") });
    expect((await enter(userName, password)).status).toBe(200);
    expect(await subjectsTo(address)).toEqual([]);
  });

  it("counts as temporary until the printed password is changed", async () => {
    const admin = await createAdmin(library, { userName: "printed", at: new Date() });
    const logIn = await enter("printed", admin?.password ?? "");
    expect(logIn.body.data).toMatchObject({ userTypeId: 1, userName: "printed" });
    const { token } = logIn.body.data;
    expect((await account(token)).hasFirstPassword).toBe(true);
    await change(token, { password: admin?.password ?? "", newPassword: "violet harbor lantern" });
    expect((await account(token)).hasFirstPassword).toBe(false);
  });
});

describe("an administrator's email address", () => {
  const change = (token: string, body: { password: string; emailAddress: string }) =>
    library.call(changeStaffEmail, { body }, token);

  it("changes with the password, ends other sessions and reset links, and both addresses get an email", async () => {
    const { userName, token, address } = await clerk();
    const elsewhere = (await enter(userName, password)).body.data.token;
    await requestLink(address);
    const link = await linkIn(address);
    expect((await change(token, { password, emailAddress: " new@library.example " })).body.isSuccess).toBe(true);
    expect((await account(token)).emailAddress).toBe("new@library.example");
    expect([await isLoggedIn(token), await isLoggedIn(elsewhere)]).toEqual([true, false]);
    expect((await follow(link)).body.isSuccess).toBe(false);
    expect(await subjectsTo(address)).toEqual(["Choose a new password", "Your email address was changed"]);
    expect(await subjectsTo("new@library.example")).toEqual(["Your email address was changed"]);
  });

  it("is not in the activity log, and neither is the password", async () => {
    const { userId, token } = await clerk();
    await change(token, { password, emailAddress: "secret@library.example" });
    const entries = await db.selectFrom("activity_log").selectAll().where("user_id", "=", userId).execute();
    expect(entries.map(({ changes }) => changes)).toEqual([
      [{ field: "Email address", before: null, after: "changed" }],
    ]);
  });
});

describe("an administrator's own name", () => {
  it("can be set later, and then shows in the login, the activity log, and 'changed by'", async () => {
    const admin = await createAdmin(library, { userName: "first.one", at: new Date() });
    const logIn = async () => (await enter("first.one", admin?.password ?? "")).body.data;
    const { token, userId, name } = await logIn();
    expect(name).toBe("first.one");
    expect(await nameOf(db, userId)).toBe("first.one");
    const { body } = await library.call(changeStaffName, { body: { name: " Ada First " } }, token);
    expect(body).toEqual({ isSuccess: true, message: "Updated." });
    expect([(await account(token)).name, (await logIn()).name]).toEqual(["Ada First", "Ada First"]);
    expect(await nameOf(db, userId)).toBe("Ada First");
    const { data: entries } = (
      await library.call(getActivityLog, { query: { userId, startDate: "", endDate: "" } }, token)
    ).body;
    expect(entries[0]).toMatchObject({
      call: "POST Staff/ChangeName",
      userName: "Ada First",
      changes: [{ field: "Name", before: null, after: "Ada First" }],
    });
    const empty = await library.call(changeStaffName, { body: { name: "  " } }, token);
    expect(empty.body).toMatchObject({
      isSuccess: false,
      message: expect.stringContaining("Full name is required."),
    });
  });
});

describe("the scan feedback setting", () => {
  const change = (token: string, signals: ("sound" | "vibration")[]) =>
    library.call(changeScanSignals, { body: { scanSignals: signals } }, token);

  it("follows its owner to every device, and changes for no one else", async () => {
    const [own, other] = [await clerk(), await clerk()];
    const signalsOf = async ({ userName }: typeof own) => (await enter(userName, password)).body.data.scanSignals;
    expect(await signalsOf(own)).toEqual([]);
    expect((await change(own.token, ["vibration", "sound"])).body).toEqual({ isSuccess: true, message: "Updated." });
    expect([await signalsOf(own), await signalsOf(other)]).toEqual([["sound", "vibration"], []]);
    await change(own.token, []);
    expect(await signalsOf(own)).toEqual([]);
  });
});

describe("a password reset for staff", () => {
  it("works by user name or address, and leads to the staff login", async () => {
    for (const field of ["userName", "address"] as const) {
      const person = await clerk();
      await requestLink(person[field]);
      const { body, headers } = await follow(await linkIn(person.address));
      expect(body.data).toBe(person.userId);
      const [cookie = ""] = String(headers["set-cookie"]).split(";");
      const answer = await library.app.inject({
        method: "POST",
        url: `/api/Account/ResetPassword/${person.userId}`,
        headers: { cookie },
        payload: { newPassword: "violet harbor lantern" },
      });
      expect(answer.json()).toMatchObject({ isSuccess: true, data: { userTypeId: 1 } });
      expect(await isLoggedIn(person.token)).toBe(false);
      const { token } = (await enter(person.userName, "violet harbor lantern")).body.data;
      expect((await account(token)).hasFirstPassword).toBe(false);
    }
  });
});
