import { describe, expect, it } from "vitest";
import * as calls from "#contract/people/accounts.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, password } from "#server/test/factories.ts";
import { answerResets, buttonsOf, mailsTo, secretIn } from "#server/test/mails.ts";

const library = await testApp();
const day = 24 * 60 * 60 * 1000; // ms
let mailbox = 0;

/** Adds a borrower with their own mailbox. */
async function reader(fields: { mailbox_confirmed_at?: null } = {}) {
  mailbox += 1;
  const email = `reader${mailbox}@school.example`;
  const person = await aBorrower(library, { ...fields, email_address: email });
  return { ...person, email };
}
type Reader = Awaited<ReturnType<typeof reader>>;

const card = async ({ userId, token }: Reader) =>
  (await library.call(calls.getBorrowerInformationByUserId, { params: { userId } }, token)).body.data;
const isConfirmed = async (person: Reader) => (await card(person)).isMailboxConfirmed;
const kindsTo = async (address: string) => (await mailsTo(library, address)).map(({ kind }) => kind);
/** Returns the secrets of the links to an address. */
const tokensTo = async (address: string) =>
  (await mailsTo(library, address)).flatMap((mail) =>
    buttonsOf(mail).flatMap(({ path, secret }) => (path.startsWith("/user/confirm-email#") ? [secret] : [])),
  );
const resend = ({ token }: Reader) => library.call(calls.sendConfirmation, {}, token);
const follow = async (token = "none") => (await library.call(calls.confirmMailbox, { body: { token } })).body;
const save = async (person: Reader, more: object) =>
  (await library.callLoosely(calls.updateBorrower, { body: { ...(await card(person)), ...more } }, person.token)).body;

describe("a new account", () => {
  it("starts unconfirmed and can request a link, which works repeatedly for 14 days", async () => {
    const fresh = await reader({ mailbox_confirmed_at: null });
    expect(await isConfirmed(fresh)).toBe(false);
    expect((await resend(fresh)).body.message).toBe("We’ve emailed you a link. It works for 14 days.");
    const [token, ...others] = await tokensTo(fresh.email);
    expect(others).toEqual([]);
    const confirmed = { isSuccess: true, message: "Your email address is confirmed." };
    expect([await follow(token), await follow(token)]).toEqual([confirmed, confirmed]);
    expect(await isConfirmed(fresh)).toBe(true);
    expect((await resend(fresh)).body.message).toBe("Your email address is confirmed.");
    expect(await tokensTo(fresh.email)).toHaveLength(1);
  });

  it("is welcomed once, however often the link is followed and even after a change of address", async () => {
    const fresh = await reader({ mailbox_confirmed_at: null });
    await resend(fresh);
    const [token] = await tokensTo(fresh.email);
    await Promise.all([follow(token), follow(token), follow(token)]);
    expect(await kindsTo(fresh.email)).toEqual(["confirm-mailbox", "welcome"]);
    const moved = `moved.${fresh.email}`;
    await save(fresh, { emailAddress: moved, password });
    await follow((await tokensTo(moved))[0]);
    expect(await isConfirmed(fresh)).toBe(true);
    expect(await kindsTo(moved)).toEqual(["confirm-mailbox"]);
  });

  it("is not welcomed if it was already confirmed another way", async () => {
    const known = await reader({ mailbox_confirmed_at: null });
    await resend(known);
    await library.db
      .updateTable("borrowers")
      .set({ mailbox_confirmed_at: library.clock.now() })
      .where("borrower_id", "=", known.borrowerId)
      .execute();
    await follow((await tokensTo(known.email))[0]);
    expect(await kindsTo(known.email)).toEqual(["confirm-mailbox"]);
  });

  it("can't be confirmed by an expired or unknown link, or one for the previous address", async () => {
    const [late, moved] = [await reader({ mailbox_confirmed_at: null }), await reader({ mailbox_confirmed_at: null })];
    await resend(late);
    await resend(moved);
    const expired = {
      isSuccess: false,
      message: "This link is no longer valid.",
      reason: { kind: "link-expired", link: "mailbox" },
    };
    await save(moved, { emailAddress: "moved@school.example", password });
    expect(await follow((await tokensTo(moved.email))[0])).toEqual(expired);
    expect(await follow("x".repeat(43))).toEqual(expired);
    library.clock.move(14 * day);
    expect(await follow((await tokensTo(late.email))[0])).toEqual(expired);
  });

  it("can request five links an hour", async () => {
    const strict = await testApp({ settings: { RATE_LIMIT_SCALE: "1" } });
    const { token } = await aBorrower(strict, { mailbox_confirmed_at: null });
    const statuses: number[] = [];
    for (let request = 0; request < 6; request += 1)
      statuses.push((await strict.call(calls.sendConfirmation, {}, token)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("is confirmed by setting a new password through an emailed link", async () => {
    const fresh = await reader({ mailbox_confirmed_at: null });
    await library.call(calls.requestResetPassword, { query: {}, params: { userNameOrEmail: fresh.userName } });
    await answerResets(library);
    const token = await secretIn(library, fresh.email);
    const { headers } = await library.call(calls.checkUserResetPassword, { params: { id: token } });
    const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
    const url = `/api/Account/ResetPassword/${fresh.userId}`;
    await library.app.inject({ method: "POST", url, headers: { cookie }, payload: { newPassword: "brand new words" } });
    const loginAnswer = await library.call(calls.login, {
      body: { userName: fresh.userName, password: "brand new words", userTypeId: 2 },
    });
    expect(await isConfirmed({ ...fresh, token: loginAnswer.body.data.token })).toBe(true);
    expect(await kindsTo(fresh.email)).toEqual(["reset", "account-changed"]);
  });
});

describe("a new email address", () => {
  it("needs the current password, unlike the other fields", async () => {
    const owner = await reader();
    const emailAddress = `new.${owner.email}`;
    const missing = { field: "password", message: "Current password is required." };
    for (const input of [{}, { password: "" }, { password: null }])
      expect(await save(owner, { emailAddress, ...input })).toMatchObject({
        isSuccess: false,
        data: { errors: [missing] },
      });
    expect(await save(owner, { emailAddress, password: "wrong" })).toMatchObject({
      isSuccess: false,
      message: "Current password is incorrect.",
      reason: { kind: "wrong-password" },
    });
    expect((await card(owner)).emailAddress).toBe(owner.email);
    expect((await save(owner, { emailAddress: owner.email.toUpperCase(), schoolName: "Moved" })).isSuccess).toBe(true);
    expect(await isConfirmed(owner)).toBe(true);
    expect(await kindsTo(owner.email)).toEqual([]);
  });

  it("starts unconfirmed, both addresses get an email, and other sessions and reset links end", async () => {
    const owner = await reader();
    const emailAddress = `new.${owner.email}`;
    const body = { userName: owner.userName, password, userTypeId: 2 as const };
    const elsewhere = (await library.call(calls.login, { body })).body.data.token;
    await library.call(calls.requestResetPassword, { query: {}, params: { userNameOrEmail: owner.userName } });
    await answerResets(library);
    expect((await save(owner, { emailAddress, password })).isSuccess).toBe(true);
    expect(await card(owner)).toMatchObject({ emailAddress, isMailboxConfirmed: false });
    expect([await kindsTo(owner.email), await kindsTo(emailAddress)]).toEqual([
      ["reset", "account-changed"],
      ["confirm-mailbox"],
    ]);
    expect(JSON.stringify((await mailsTo(library, owner.email))[1])).not.toContain(emailAddress);
    expect((await library.call(calls.getSessions, {}, elsewhere)).status).toBe(401);
    const links = library.db.selectFrom("password_resets").select("user_id").where("user_id", "=", owner.userId);
    expect(await links.execute()).toEqual([]);
    await follow((await tokensTo(emailAddress))[0]);
    expect(await isConfirmed(owner)).toBe(true);
  });

  it("sends nothing to an unconfirmed previous address, which may be anyone's", async () => {
    const fresh = await reader({ mailbox_confirmed_at: null });
    await save(fresh, { emailAddress: `new.${fresh.email}`, password });
    await library.call(calls.changePassword, { body: { password, newPassword: "another long one" } }, fresh.token);
    expect([await kindsTo(fresh.email), await kindsTo(`new.${fresh.email}`)]).toEqual([[], ["confirm-mailbox"]]);
  });
});
