import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { registerBorrower, updateBorrower } from "#contract/people/accounts.ts";
import { changeBorrower } from "#contract/people/borrowers.ts";
import { changeStaffName } from "#contract/people/own-account.ts";
import { acceptInvitation } from "#contract/people/staff.ts";
import { registerCaller } from "#contract/orders/callers.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, aNewcomer } from "#server/test/factories.ts";

const library = await testApp();
const clerk = await anAdmin(library);
const borrower = await aBorrower(library);

const sentence =
  "This can’t include web addresses, email addresses, or line breaks. If there’s a period, put a space after it.";
const link = "Verify at bad.example";
const long = "x".repeat(61);

let newcomers = 0;
const person = (changes: object = {}) => {
  const { user: _user, ...fields } = aNewcomer(`name-${(newcomers += 1)}`);
  return { ...fields, ...changes };
};

/** The calls that take a borrower's name and school. */
const calls = {
  registration: (changes: object) =>
    library.callLoosely(registerBorrower, { body: { ...aNewcomer(`name-${(newcomers += 1)}`), ...changes } }),
  "the account page": (changes: object) =>
    library.callLoosely(
      updateBorrower,
      { body: person({ emailAddress: "robin@oakgrove.example", ...changes }) },
      borrower.token,
    ),
  "the form for callers": (changes: object) =>
    library.callLoosely(registerCaller, { body: person(changes) }, clerk.token),
  "the borrower's page": (changes: object) =>
    library.callLoosely(changeBorrower, { params: { id: borrower.borrowerId }, body: person(changes) }, clerk.token),
};

describe.each(Object.entries(calls))("names typed in %s", (_place, save) => {
  it("are refused with an address or more than 60 characters", async () => {
    for (const field of ["borrowerName", "schoolName", "schoolDistrict"])
      for (const [name, message] of [
        [link, sentence],
        [long, expect.stringContaining("cannot be longer than 60 characters.")],
      ])
        expect((await save({ [field]: name })).body, field).toMatchObject({ data: { errors: [{ field, message }] } });
  });

  it("come with a plain address and phone number", async () => {
    for (const field of ["street", "city", "state", "zip", "phoneNumber"]) {
      const changed = (text: string) =>
        field === "phoneNumber" ? { phoneNumber: text } : { address: { ...person().address, [field]: text } };
      for (const text of ["Verify at x.com", "https://intranet", "a@b 12345678", "1 Main St\nVerify: 12345"])
        expect((await save(changed(text))).body, text).toMatchObject({ data: { errors: [{ message: sentence }] } });
      for (const text of ["12 1/2 Main St., #4, c/o Ann Lee", "+1.559.555.0100 ext. 12"])
        expect((await save(changed(text))).body, text).toMatchObject({ isSuccess: true });
    }
  });

  it("can be as long as they are in the school directory", async () => {
    const school = `${long} Academy@bad.example`;
    const district = `${long} District`;
    await sql`
      insert into districts (district_code, district, county) values ('1000001', ${district}, 'Fresno')
      on conflict do nothing`.execute(library.db);
    await sql`
      insert into schools (cds_code, district_code, school, district, city, state, zip, is_open)
      values ('10000010000001', '1000001', ${school}, ${district}, 'Fresno', 'CA', '93701', true)
      on conflict do nothing`.execute(library.db);
    const { body } = await save({ schoolName: school, schoolDistrict: district });
    expect(body).toMatchObject({ isSuccess: true });
  });
});

describe("the name of staff", () => {
  it.each([link, long])("is refused when they change it or accept an invitation: %s", async (name) => {
    const answers = [
      await library.callLoosely(changeStaffName, { body: { name } }, clerk.token),
      await library.callLoosely(acceptInvitation, {
        body: {
          token: "none",
          name,
          userName: "new.clerk",
          password: "correct horse",
          confirmPassword: "correct horse",
        },
      }),
    ];
    for (const { body } of answers)
      expect(body).toMatchObject({ isSuccess: false, data: { errors: [{ field: "name" }] } });
  });
});
