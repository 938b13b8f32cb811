import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as calls from "#contract/people/accounts.ts";
import { hashOf } from "#server/platform/mail/link-secret.ts";
import { inTransaction } from "#server/platform/database.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, aNewcomer, anAdmin, password } from "#server/test/factories.ts";
import { newResetSecrets, proofOf, resetPassword } from "./new-passwords.ts";
import { acceptInvitation } from "../staff/staff.ts";
import { storeInvitation } from "../staff/staff.queries.ts";
import { hashPassword, isMadeOf } from "./passwords.ts";
import { storeReset } from "./mailbox.queries.ts";

const library = await testApp();
const clerk = await anAdmin(library);

const common = "This is one of the most common passwords. Choose another; a few words you can remember work best.";
const ofNames =
  "This password is too close to your name, your school, or the library’s name. Choose another; a few words you can remember work best.";

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
  it.each(["password", "Sunshine", "qwertyuiop", "1234567890", "iloveyou"])(
    "when it is as common as %s",
    async (newPassword) => {
      expect(await register(newPassword)).toEqual(errorFor("user.password", "password-too-common", common));
    },
  );

  it.each(["KingsRiver2026", "dolores huerta", "TuleUnion!", "mylibrary1", "Dolly.H-dolly.h"])(
    "when it is made of names like %s",
    async (newPassword) => {
      expect(await register(newPassword)).toEqual(errorFor("user.password", "password-of-names", ofNames));
    },
  );

  it("when a borrower changes it, also if it is made of the library's name", async () => {
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
    expect(await change("football")).toMatchObject({ isSuccess: false, message: expect.stringContaining(common) });
    expect(await change("bookmobile12")).toMatchObject({ isSuccess: false, message: expect.stringContaining(ofNames) });
    expect(await change("PineRidge1")).toMatchObject({ isSuccess: false, message: expect.stringContaining(ofNames) });
    expect((await change("pine trees on a ridge")).isSuccess).toBe(true);
  });

  it("when it is reset by a link, also if it is made of the school's name", async () => {
    const { userId } = await aBorrower(library, { school_name: "Oak Valley" });
    const secrets = newResetSecrets(userId);
    await inTransaction(library.db, (tx) => storeReset(tx, userId, secrets, inAnHour()));
    const reset = (newPassword: string) =>
      resetPassword(library, { userId, newPassword, proof: proofOf(secrets.token, userId) });
    await expect(reset("football")).rejects.toThrow(common);
    await expect(reset("OakValley1")).rejects.toThrow(ofNames);
    await expect(reset("oaks in the valley")).resolves.toBeDefined();
  });

  it("when an invited colleague chooses it, also if it is made of their own name", async () => {
    const token = randomBytes(32).toString("base64url");
    const at = library.clock.now();
    const invitation = { address: "rosa@library.example", role: "clerk", invitedBy: clerk.userId, at } as const;
    await inTransaction(library.db, (tx) =>
      storeInvitation(tx, { ...invitation, tokenHash: hashOf(token), expiresAt: inAnHour() }),
    );
    const accept = (newPassword: string) =>
      acceptInvitation(library, token, {
        name: "Rosa Mendoza",
        userName: "rm.desk",
        password: newPassword,
        confirmPassword: newPassword,
      });
    await expect(accept("football")).rejects.toThrow(common);
    for (const newPassword of ["RosaMendoza7", "rm.desk-rm.desk"])
      await expect(accept(newPassword)).rejects.toThrow(ofNames);
    await expect(accept("roses of the desert")).resolves.toBeUndefined();
  });
});

const inAnHour = () => new Date(library.clock.now().getTime() + 3_600_000);

it("login still accepts a common password that is already in use", async () => {
  const { userId, userName } = await aBorrower(library);
  const password_hash = await hashPassword("sunshine");
  await library.db.updateTable("accounts").set({ password_hash }).where("user_id", "=", userId).execute();
  const body = { userName, password: "sunshine", userTypeId: 2 as const };
  expect((await library.call(calls.login, { body })).status).toBe(200);
});

const names = ["rosa.diaz", "Rosa Díaz", "Kings River Union School", "Health Education Lending Library", "Al"];

it.each([
  "kingsriver",
  "KingsRiver2026",
  "kings-river-union",
  "Rosa.Diaz1",
  "rosadíaz!!",
  "library library",
  "my library!",
  "Lending_Library_01",
])("password %s is made of names", (password) => {
  expect(isMadeOf(password, names)).toBe(true);
});

it.each([
  "apples and pears",
  "the river runs uphill",
  "library card at noon",
  "alalalalal",
  "correct horse",
  "健".repeat(9),
])("password %s is not made of names", (password) => {
  expect(isMadeOf(password, names)).toBe(false);
});
