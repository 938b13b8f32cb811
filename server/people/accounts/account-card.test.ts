import { describe, expect, it } from "vitest";
import { changePassword, getBorrowerInformationByUserId, login, updateBorrower } from "#contract/people/accounts.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, password } from "#server/test/factories.ts";

const library = await testApp();

const see = (userId: number, token?: string) =>
  library.call(getBorrowerInformationByUserId, { params: { userId } }, token);
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
    expect((await library.call(login, { body: { userName, password, userTypeId: 2 } })).status).toBe(200);
  });
});

describe("changing the password", () => {
  const change = (body: object, token?: string) => library.callLoosely(changePassword, { body }, token);
  const enter = (userName: string, attempt: string) =>
    library.call(login, { body: { userName, password: attempt, userTypeId: 2 } });

  it("keeps this session and ends the others, and only validates the new password", async () => {
    const { userId, userName, token } = await aBorrower(library);
    const elsewhere = (await enter(userName, password)).body.data.token;
    const { body } = await change({ userId, userName, password, newPassword: " eight chars" }, token);
    expect(body).toEqual({ isSuccess: true, message: "Password changed." });
    expect([(await see(userId, token)).status, (await see(userId, elsewhere)).status]).toEqual([200, 401]);
    expect([(await enter(userName, password)).status, (await enter(userName, " eight chars")).status]).toEqual([
      401, 200,
    ]);
  });

  it("refuses a wrong current password, a short new one, and empty fields", async () => {
    const { userName, token } = await aBorrower(library);
    const refused = async (body: object) => (await change(body, token)).body;
    const wrong = "Current password is incorrect.";
    const reason = { kind: "wrong-password" };
    expect(await refused({ password: "wrong", newPassword: "long enough" })).toEqual({
      isSuccess: false,
      message: wrong,
      reason,
      data: { errors: [{ field: "password", message: wrong, reason }] },
    });
    expect(await refused({ password, newPassword: "1234567" })).toMatchObject({
      isSuccess: false,
      message: "Please correct the invalid fields. Password must be at least 8 characters.",
    });
    expect((await refused({ password, newPassword: "" })).message).toContain("New password is required.");
    expect((await refused({ newPassword: "long enough" })).message).toContain("Current password is required.");
    expect((await enter(userName, password)).status).toBe(200);
  });
});
