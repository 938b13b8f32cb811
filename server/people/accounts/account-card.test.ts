import { describe, expect, it } from "vitest";
import { changePassword, getBorrowerInformationByUserId, login, updateBorrower } from "#contract/people/accounts.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, password, passwordOf } from "#server/test/factories.ts";
import { hashPassword } from "./passwords.ts";

const library = await testApp();

const see = (userId: number, token?: string) =>
  library.call(getBorrowerInformationByUserId, { params: { userId } }, token);
const enter = (userName: string, input: { password?: string; userTypeId?: number } = {}) =>
  library.callLoosely(login, { body: { userName, password, userTypeId: 2, ...input } });
const personal = {
  borrowerName: " Robin Renamed ",
  schoolName: "Pine School",
  schoolDistrict: "South",
  emailAddress: "robin@pine.example",
  phoneNumber: "555-010-9999",
  address: { street: "9 Pine Road", city: "Chico", state: "CA", zip: "95926-1234" },
};
const update = (body: object, token?: string) => library.callLoosely(updateBorrower, { body }, token);

describe("the account card", () => {
  it("shows the borrower with an address, a user, and no trace of the password", async () => {
    const { userId, borrowerId, userName, token } = await aBorrower(library, { name: "Robin Reader" });
    const { body } = await see(userId, token);
    expect(body.data).toEqual({
      borrowerId,
      borrowerName: "Robin Reader",
      schoolName: "Oak Grove Elementary",
      schoolDistrict: "Valley Unified",
      emailAddress: "robin@oakgrove.example",
      isMailboxConfirmed: true,
      blockReason: "",
      phoneNumber: "(555) 010-2030",
      addressId: borrowerId,
      address: { street: "1 Main Street", city: "Fresno", state: "CA", zip: "93701" },
      user: { userId, userName, userTypeId: 2, password: "", confirmPassword: "" },
    });
  });

  it("saves the trimmed personal fields and returns the borrower", async () => {
    const { userId, borrowerId, userName, token } = await aBorrower(library);
    const { body } = await update({ ...personal, borrowerId, password }, token);
    expect(body).toMatchObject({
      isSuccess: true,
      message: "Updated.",
      data: { ...personal, borrowerName: "Robin Renamed", borrowerId },
    });
    expect((await see(userId, token)).body.data).toMatchObject({
      ...personal,
      borrowerName: "Robin Renamed",
      user: { userName },
    });
  });

  it("accepts a whole borrower, but changes neither the user name nor the password", async () => {
    const { userId, userName, token } = await aBorrower(library);
    const { data } = (await see(userId, token)).body;
    const user = { ...data.user, userName: "somebody-else", password: "stolen password", userTypeId: 1 };
    expect((await update({ ...data, user, schoolName: "Moved" }, token)).body.isSuccess).toBe(true);
    expect((await see(userId, token)).body.data).toEqual({ ...data, schoolName: "Moved" });
    expect((await enter(userName)).status).toBe(200);
  });
});

it("text with decomposed letters is saved composed, and only its composed length counts", async () => {
  const { userId, token } = await aBorrower(library);
  const address = { ...personal.address, street: "n\u0303".repeat(200) };
  const body = {
    ...personal,
    emailAddress: "robin@oakgrove.example",
    borrowerName: "Jose\u0301 Nin\u0303o",
    address,
  };
  expect((await update(body, token)).body.isSuccess).toBe(true);
  const { data } = (await see(userId, token)).body;
  expect([data.borrowerName, data.address.street]).toEqual(["José Niño", "ñ".repeat(200)]);
  const tooLong = await update({ ...body, address: { ...address, street: `${address.street}x` } }, token);
  expect(JSON.stringify(tooLong.body)).toContain("text-too-long");
});

describe("changing the password", () => {
  const change = (body: object, token?: string) => library.callLoosely(changePassword, { body }, token);
  it("keeps this session and ends the others, and only validates the new password", async () => {
    const { userId, userName, token } = await aBorrower(library);
    const elsewhere = (await enter(userName)).body.data.token;
    const { body } = await change({ userId, userName, password, newPassword: " eight chars" }, token);
    expect(body).toEqual({ isSuccess: true, message: "Password changed." });
    expect([(await see(userId, token)).status, (await see(userId, elsewhere)).status]).toEqual([200, 401]);
    expect([(await enter(userName)).status, (await enter(userName, { password: " eight chars" })).status]).toEqual([
      401, 200,
    ]);
  });
});

const badLogin = { isSuccess: false, message: "Invalid username/password!" };

describe("logging in", () => {
  it("returns a token, the session key, and the user", async () => {
    const borrower = await aBorrower(library, { name: "Ada Field" });
    const { status, body } = await enter(borrower.userName);
    expect(status).toBe(200);
    expect(body).toEqual({
      isSuccess: true,
      message: "Succesfully logged in.",
      data: {
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        sessionKey: expect.stringMatching(/^[0-9a-f]{32}$/),
        userId: borrower.userId,
        userTypeId: 2,
        userName: borrower.userName,
        name: "Ada Field",
        borrowerId: borrower.borrowerId,
        role: null,
        idleMinutes: 60,
        scanSignals: null,
        cartIdentifier: null,
        cartCount: 0,
        blockReason: "",
      },
    });
  });

  it("returns a token that expires after eight hours and names the session", async () => {
    const { userName, userId } = await aBorrower(library);
    const { token, sessionKey } = (await enter(userName)).body.data;
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(claims).toMatchObject({ sub: String(userId), jti: sessionKey });
    expect(claims.exp - claims.iat).toBe(8 * 60 * 60);
  });

  it("accepts the user name in any case", async () => {
    const { userName } = await aBorrower(library, { userName: "Mixed.Case" });
    expect((await enter("mIXED.cASE")).body.data.userName).toBe(userName);
  });

  it("logs in an administrator, who has no borrower", async () => {
    const { userName } = await anAdmin(library);
    expect((await enter(userName, { userTypeId: 1 })).body.data).toMatchObject({
      userTypeId: 1,
      borrowerId: null,
      role: "manager",
      name: userName,
    });
  });

  it("answers 401 to a wrong password, an unknown name, and an empty request", async () => {
    const { userName } = await aBorrower(library);
    for (const answer of [
      await enter(userName, { password: "wrong" }),
      await enter("nobody-of-this-name"),
      await enter("", { password: "" }),
      await library.callLoosely(login, {}),
    ]) {
      expect([answer.status, answer.body]).toEqual([401, badLogin]);
    }
  });

  it("answers 401 to the right password of the other user type", async () => {
    const [borrower, admin] = [await aBorrower(library), await anAdmin(library)];
    expect((await enter(borrower.userName, { userTypeId: 1 })).status).toBe(401);
    expect((await enter(admin.userName, { userTypeId: 2 })).status).toBe(401);
  });

  it("never logs in a borrower without a password, whatever is typed", async () => {
    const { userId, userName } = await aBorrower(library);
    await library.db.updateTable("accounts").set({ password_hash: null }).where("user_id", "=", userId).execute();
    for (const attempt of ["", "null", password])
      expect((await enter(userName, { password: attempt })).status).toBe(401);
  });

  it("does as much work for an unknown name as for a wrong password", async () => {
    const { userName } = await aBorrower(library);
    // a full-strength hash, because the factory's is weaker
    const password_hash = await hashPassword(passwordOf(password));
    await library.db.updateTable("accounts").set({ password_hash }).where("user_name", "=", userName).execute();
    /** Measures CPU time in microseconds, which, unlike the clock, excludes other processes. */
    const minWork = async (name: string) => {
      const works: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const before = process.cpuUsage();
        await enter(name, { password: "wrong" });
        const { user, system } = process.cpuUsage(before);
        works.push(user + system);
      }
      return Math.min(...works);
    };
    const [unknown, wrong] = [await minWork("nobody"), await minWork(userName)];
    expect(Math.abs(unknown - wrong)).toBeLessThan(Math.max(unknown, wrong) / 2);
  });
});
