import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as calls from "#contract/people/accounts.ts";
import { hashOf } from "#server/platform/mail/link-secret.ts";
import { inTransaction } from "#server/platform/database.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, aNewcomer, anAdmin, password, passwordOf } from "#server/test/factories.ts";
import { newResetSecrets, proofOf, resetPassword } from "./new-passwords.ts";
import { ensureFirstAdmin } from "./first-admin.ts";
import { acceptInvitation } from "../staff/staff.ts";
import { storeInvitation } from "../staff/staff.queries.ts";
import { hashPassword } from "./passwords.ts";
import { storeReset } from "./mailbox.queries.ts";

const library = await testApp();
const clerk = await anAdmin(library);

const guessable = "That password is too easy to guess. Try three or four unrelated words.";

let newcomer = 0;
/** Registers with a password; returns the errors. */
async function register(newPassword: string) {
  newcomer += 1;
  const body = {
    ...aNewcomer(`dolly.h${newcomer}`, newPassword),
    borrowerName: "Dolores Huerta",
    schoolName: "Kings River School",
    schoolDistrict: "Tule Union",
  };
  const answer = (await library.callLoosely(calls.registerBorrower, { body })).body;
  const { errors = [] }: { errors?: unknown[] } = Object(Object(answer)["data"]);
  return errors;
}
const errorFor = (field: string, kind: string, message: string) => [{ field, message, reason: { kind } }];

describe("a new password is refused beside its field", () => {
  it.each(["password", "Summer2026", "aaaaaaaa", "KingsRiver2026", "dolores huerta", "TuleUnion!", "Dolly.H-dolly.h"])(
    "when it is as easy to guess as %s",
    async (newPassword) => {
      expect(await register(newPassword)).toEqual(errorFor("user.password", "password-guessable", guessable));
    },
  );

  it("when a borrower changes it, even if it is made from the library's name", async () => {
    await library.db
      .insertInto("site_content_revisions")
      .values({
        section: "site",
        version: 1,
        content: JSON.stringify({ siteName: "Tulare Bookmobile" }),
        saved_at: library.clock.now(),
        saved_by: clerk.userId,
      })
      .execute();
    const { token } = await aBorrower(library, { school_name: "Pine Ridge" });
    const change = async (newPassword: string) =>
      (await library.callLoosely(calls.changePassword, { body: { password, newPassword } }, token)).body;
    expect(await change("football")).toMatchObject({ isSuccess: false, message: expect.stringContaining(guessable) });
    expect(await change("bookmobile12")).toMatchObject({
      isSuccess: false,
      message: expect.stringContaining(guessable),
    });
    expect(await change("PineRidge1")).toMatchObject({ isSuccess: false, message: expect.stringContaining(guessable) });
    expect((await change("pine trees on a ridge")).isSuccess).toBe(true);
  });

  it("when it is reset by a link, even if it is made from the school's name", async () => {
    const { userId } = await aBorrower(library, { school_name: "Oak Valley" });
    const secrets = newResetSecrets(userId);
    await inTransaction(library.db, (tx) => storeReset(tx, userId, secrets, inAnHour()));
    const reset = (newPassword: string) =>
      resetPassword(library, { userId, newPassword: passwordOf(newPassword), proof: proofOf(secrets.token, userId) });
    await expect(reset("football")).rejects.toThrow(guessable);
    await expect(reset("OakValley1")).rejects.toThrow(guessable);
    await expect(reset("oaks in the valley")).resolves.toBeDefined();
  });

  it("when an invited colleague chooses it, even if it is made from their own name", async () => {
    const token = randomBytes(32).toString("base64url");
    const at = library.clock.now();
    const invitation = { address: "rosa@library.example", role: "clerk", invitedBy: clerk.userId, at } as const;
    await inTransaction(library.db, (tx) =>
      storeInvitation(tx, { ...invitation, tokenHash: hashOf(token), expiresAt: inAnHour() }),
    );
    const accept = (newPassword: string) =>
      acceptInvitation(library, {
        token,
        name: "Rosa Mendoza",
        userName: "rm.desk",
        password: passwordOf(newPassword),
        confirmPassword: passwordOf(newPassword),
      });
    await expect(accept("football")).rejects.toThrow(guessable);
    for (const newPassword of ["RosaMendoza7", "rm.desk-rm.desk"])
      await expect(accept(newPassword)).rejects.toThrow(guessable);
    await expect(accept("roses of the desert")).resolves.toBeUndefined();
  });
});

const inAnHour = () => new Date(library.clock.now().getTime() + 3_600_000);

it("login still accepts a common password that is already in use", async () => {
  const { userId, userName } = await aBorrower(library);
  const password_hash = await hashPassword(passwordOf("sunshine"));
  await library.db.updateTable("accounts").set({ password_hash }).where("user_id", "=", userId).execute();
  const body = { userName, password: "sunshine", userTypeId: 2 as const };
  expect((await library.call(calls.login, { body })).status).toBe(200);
});

describe("a password with letters that one computer composes and another doesn't", () => {
  const [composed, decomposed] = ["ContraseñaNiño-2231", "Contrasen\u0303aNin\u0303o-2231"];

  it.each([
    [composed, decomposed],
    [decomposed, composed],
  ])("logs in, changes, and proves its owner, chosen as %j and typed as %j", async (chosen, typed) => {
    newcomer += 1;
    const userName = `nina.${newcomer}`;
    expect((await library.call(calls.registerBorrower, { body: aNewcomer(userName, chosen) })).body.isSuccess).toBe(
      true,
    );
    const { body } = await library.call(calls.login, { body: { userName, password: typed, userTypeId: 2 } });
    expect(body.isSuccess).toBe(true);
    const change = { password: typed, newPassword: `${typed} de nuevo` };
    expect((await library.call(calls.changePassword, { body: change }, body.data.token)).body.isSuccess).toBe(true);
    const again = { userName, password: `${chosen} de nuevo`, userTypeId: 2 as const };
    expect((await library.call(calls.login, { body: again })).status).toBe(200);
  });

  it("logs in after a reset by a link with the password in its path", async () => {
    const { userId, userName } = await aBorrower(library);
    const secrets = newResetSecrets(userId);
    await inTransaction(library.db, (tx) => storeReset(tx, userId, secrets, inAnHour()));
    const { headers } = await library.call(calls.checkUserResetPassword, { params: { id: secrets.token } });
    const [cookie = ""] = String(headers["set-cookie"]).split(";");
    const url = `/api/Account/ResetPassword/${userId}/${encodeURIComponent(decomposed)}`;
    expect((await library.app.inject({ method: "POST", url, headers: { cookie } })).json().isSuccess).toBe(true);
    const body = { userName, password: composed, userTypeId: 2 as const };
    expect((await library.call(calls.login, { body })).status).toBe(200);
  });

  it("logs in the administrator from the settings", async () => {
    const given = await testApp({ settings: { ADMIN_PASSWORD: decomposed } });
    await ensureFirstAdmin(given.db, given.configuration, given.clock);
    const body = { userName: "admin", password: composed, userTypeId: 1 as const };
    expect((await given.call(calls.login, { body })).status).toBe(200);
  });

  it("is long enough when its composed characters are", async () => {
    expect(await register("n\u0303".repeat(7))).toMatchObject([{ reason: { kind: "password-too-short" } }]);
    expect(await register(`${"n\u0303".repeat(100)} maple otter candle`)).not.toContainEqual(
      expect.objectContaining({ reason: { kind: "text-too-long", max: 200 } }),
    );
  });
});
