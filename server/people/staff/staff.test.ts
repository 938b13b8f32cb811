import { describe, expect, it } from "vitest";
import { login, requestResetPassword } from "#contract/people/accounts.ts";
import * as calls from "#contract/people/staff.ts";
import { switchMailKind } from "#contract/admin/mail.ts";
import { endStaffSessions, getOwnAccount } from "#contract/people/own-account.ts";
import type { StaffRole } from "#contract/people/roles.ts";
import { getNewOrderCount } from "#contract/orders/orders.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin, password } from "#server/test/factories.ts";
import { secretIn } from "#server/test/mails.ts";

const library = await testApp();
const { db } = library;
const clerk = await anAdmin(library, { userName: "clerk" });

const enter = (userName: string, attempt = password) =>
  library.call(login, { body: { userName, password: attempt, userTypeId: 1 } });
const isLoggedIn = async (token: string) => (await library.call(getOwnAccount, {}, token)).status === 200;
const listStaff = async (token = clerk.token) => (await library.call(calls.getStaff, {}, token)).body.data;
const memberOf = async (userId: number) => (await listStaff()).staff.find((member) => member.userId === userId);

const invite = (emailAddress: string) =>
  library.call(calls.inviteStaff, { body: { emailAddress, password } }, clerk.token);

/** Invites someone; returns the secret of the emailed link. */
async function linkFor(emailAddress: string): Promise<string> {
  await invite(emailAddress);
  return secretIn(library, emailAddress);
}

const accept = (token: string, userName: string) => {
  const body = {
    token,
    name: "Dolores Huerta",
    userName,
    password: "violet harbor lantern",
    confirmPassword: "violet harbor lantern",
  };
  return library.call(calls.acceptInvitation, { body });
};
const check = (token: string) => library.call(calls.checkInvitation, { body: { token } });
const expired = { isSuccess: false, reason: { kind: "link-expired", link: "invitation" } };

describe("a staff invitation", () => {
  it("has a link for choosing a user name and password and logging in", async () => {
    const token = await linkFor("dolores@library.example");
    expect((await check(token)).body.data).toEqual({ emailAddress: "dolores@library.example" });
    expect((await accept(token, "dolores")).body).toEqual({
      isSuccess: true,
      message: "Your account is ready. Log in with it.",
    });
    const { data } = (await enter("dolores", "violet harbor lantern")).body;
    expect(data).toMatchObject({ userTypeId: 1, name: "Dolores Huerta" });
    const account = (await library.call(getOwnAccount, {}, data.token)).body.data;
    expect(account).toMatchObject({ emailAddress: "dolores@library.example", hasFirstPassword: false });
  });

  it("works once, even if several people use it at the same moment", async () => {
    const token = await linkFor("twice@library.example");
    const answers = await Promise.all(["twice.a", "twice.b", "twice.c"].map((userName) => accept(token, userName)));
    expect(answers.filter(({ body }) => body.isSuccess)).toHaveLength(1);
    expect((await accept(token, "twice.d")).body).toMatchObject(expired);
    expect((await check(token)).body).toMatchObject(expired);
  });

  it("stays valid if the chosen user name is taken", async () => {
    const token = await linkFor("taken@library.example");
    expect((await accept(token, "CLERK")).body).toMatchObject({
      isSuccess: false,
      reason: { kind: "taken", what: "user name" },
    });
    expect((await check(token)).body.isSuccess).toBe(true);
  });

  it("expires after a week, or when it is withdrawn or sent again", async () => {
    const [first, second] = [await linkFor("again@library.example"), await linkFor("AGAIN@library.example")];
    expect((await check(first)).body).toMatchObject(expired);
    expect((await check(second)).body.isSuccess).toBe(true);
    const open = (await listStaff()).invitations.filter(({ emailAddress }) => /again/i.test(emailAddress));
    expect(open).toMatchObject([{ emailAddress: "AGAIN@library.example", invitedBy: "clerk" }]);
    const params = { id: open[0]?.invitationId ?? 0 };
    await library.call(calls.withdrawInvitation, { params }, clerk.token);
    expect((await accept(second, "again")).body).toMatchObject(expired);

    const late = await testApp();
    const admin = await anAdmin(late);
    const body = { emailAddress: "late@library.example", password };
    await late.call(calls.inviteStaff, { body }, admin.token);
    late.clock.move(7 * 24 * 60 * 60_000);
    const { token } = await anAdmin(late);
    expect((await late.call(calls.getStaff, {}, token)).body.data.invitations).toEqual([]);
  });

  it("is stored as a hash, and its token is in no list and not in the activity log", async () => {
    const token = await linkFor("hash@library.example");
    const rows = await db.selectFrom("staff_invitations").selectAll().execute();
    const entries = await db.selectFrom("activity_log").selectAll().execute();
    expect(JSON.stringify([rows, await listStaff(), entries])).not.toContain(token);
    expect(JSON.stringify(entries)).not.toContain("hash@library.example");
  });

  it("is refused if invitation emails are turned off", async () => {
    const switchTo = (isOn: boolean) =>
      library.call(switchMailKind, { params: { kind: "staff-invitation", isOn } }, clerk.token);
    await switchTo(false);
    expect((await invite("off@library.example")).body).toMatchObject({
      isSuccess: false,
      message: "Invitation emails are turned off under Mail.",
    });
    await switchTo(true);
    expect((await listStaff()).invitations.some(({ emailAddress }) => emailAddress.startsWith("off@"))).toBe(false);
  });
});

describe("disabling a staff account", () => {
  const disable = (userId: number, token = clerk.token) =>
    library.call(calls.disableStaff, { params: { userId } }, token);

  it("ends its sessions and prevents logins and resets until it is enabled", async () => {
    const { userId, userName, token } = await anAdmin(library);
    await db.updateTable("staff").set({ email_address: "out@library.example" }).where("user_id", "=", userId).execute();
    expect((await disable(userId)).body.isSuccess).toBe(true);
    expect(await isLoggedIn(token)).toBe(false);
    expect((await enter(userName)).status).toBe(401);
    expect(
      (await library.call(requestResetPassword, { query: {}, params: { userNameOrEmail: userName } })).body.isSuccess,
    ).toBe(true);
    expect(await memberOf(userId)).toMatchObject({ isDisabled: true, sessions: [] });
    await library.call(calls.enableStaff, { params: { userId }, body: { password } }, clerk.token);
    expect(await isLoggedIn(token)).toBe(false);
    expect((await enter(userName)).status).toBe(200);
  });

  it("leaves one administrator when two disable each other at once", async () => {
    const two = await testApp();
    for (let round = 0; round < 5; round += 1) {
      const [ann, bob] = [await anAdmin(two), await anAdmin(two)];
      const answers = await Promise.all([
        two.call(calls.disableStaff, { params: { userId: bob.userId } }, ann.token),
        two.call(calls.disableStaff, { params: { userId: ann.userId } }, bob.token),
      ]);
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
      const active = await two.db
        .selectFrom("accounts")
        .select("user_id")
        .where("user_id", "in", [ann.userId, bob.userId])
        .where("disabled_at", "is", null)
        .execute();
      expect(active).toHaveLength(1);
    }
  });
});

describe("a staff role", () => {
  const change = (userId: number, role: StaffRole) =>
    library.call(calls.changeRole, { params: { userId }, body: { role, password } }, clerk.token);
  const count = async (token: string) => (await library.call(getNewOrderCount, {}, token)).status;

  it("comes from the invitation", async () => {
    await library.call(
      calls.inviteStaff,
      { body: { emailAddress: "v@library.example", role: "volunteer", password } },
      clerk.token,
    );
    await accept(await secretIn(library, "v@library.example"), "volunteer.one");
    const { data } = (await enter("volunteer.one", "violet harbor lantern")).body;
    expect(data).toMatchObject({ userTypeId: 1, role: "volunteer" });
    expect(await count(data.token)).toBe(200);
    expect((await library.call(calls.getStaff, {}, data.token)).status).toBe(403);
  });

  it("takes effect at the next login, because a change ends the sessions", async () => {
    const colleague = await anAdmin(library);
    await change(colleague.userId, "volunteer");
    expect(await isLoggedIn(colleague.token)).toBe(false);
    expect(await memberOf(colleague.userId)).toMatchObject({ role: "volunteer" });
    const { data } = (await enter(colleague.userName)).body;
    expect((await library.call(calls.getStaff, {}, data.token)).status).toBe(403);
    await change(colleague.userId, "volunteer");
    expect(await isLoggedIn(data.token)).toBe(true); // a repeated request
  });

  it("of volunteer allows ending one's own sessions, but no one else's", async () => {
    const volunteer = await anAdmin(library, { role: "volunteer" });
    const elsewhere = (await enter(volunteer.userName)).body.data;
    const end = (userId: number) => library.call(endStaffSessions, { params: { userId } }, volunteer.token);
    expect((await end(clerk.userId)).status).toBe(404);
    expect(await isLoggedIn(clerk.token)).toBe(true);
    expect((await end(volunteer.userId)).status).toBe(200);
    expect(await isLoggedIn(elsewhere.token)).toBe(false);
  });
});
