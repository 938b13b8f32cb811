import { describe, expect, it } from "vitest";
import { chooseLanguage, login, registerBorrower } from "#contract/people/accounts.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, aNewcomer, password } from "#server/test/factories.ts";
import { answerResets, mailsTo } from "#server/test/mails.ts";

const library = await testApp();

let newcomers = 0;

function newcomer(changes: Record<string, unknown> = {}) {
  newcomers += 1;
  return { ...aNewcomer(`nora-${newcomers}`, "spaces are fine "), ...changes };
}

const register = (body: object) => library.callLoosely(registerBorrower, { body });
const header = "Please correct the invalid fields.";

describe("registering", () => {
  it("creates an account that can log in with the password exactly as typed", async () => {
    const input = newcomer();
    const { status, body } = await register(input);
    expect([status, body]).toEqual([
      200,
      { isSuccess: true, message: "Registration successful! Login to continue.", id: expect.any(Number) },
    ]);
    const { userName, password: typed } = input.user;
    const loginAnswer = await library.call(login, { body: { userName, password: typed, userTypeId: 2 } });
    expect(loginAnswer.body.data).toMatchObject({ borrowerId: body.id, name: "Nora New" });
    expect((await library.call(login, { body: { userName, password: typed.trim(), userTypeId: 2 } })).status).toBe(401);
  });

  it("stores the password as argon2id with 46 MiB and one pass", async () => {
    const input = newcomer();
    await register(input);
    const row = await library.db
      .selectFrom("accounts")
      .select("password_hash")
      .where("user_name", "=", input.user.userName)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  });

  it("never creates an administrator, whatever the request says", async () => {
    const input = newcomer();
    await register({ ...input, user: { ...input.user, userTypeId: 1, userId: 1 }, userTypeId: 1, borrowerId: 1 });
    const row = await library.db
      .selectFrom("accounts")
      .select("user_type_id")
      .where("user_name", "=", input.user.userName)
      .executeTakeFirstOrThrow();
    expect(row.user_type_id).toBe(2);
  });

  const address = newcomer().address;
  it.each([
    ["borrowerName", { borrowerName: "  " }, "Full name is required."],
    ["emailAddress", { emailAddress: "nora@" }, "Email Address is required/invalid."],
    ["phoneNumber", { phoneNumber: "555010203" }, "Phone Number is required/invalid."],
    ["schoolName", { schoolName: undefined }, "School Name is required."],
    ["schoolDistrict", { schoolDistrict: null }, "School District is required."],
    ["address.street", { address: { ...address, street: "" } }, "Street is required."],
    ["address.city", { address: { ...address, city: "" } }, "City is required."],
    ["address.state", { address: { ...address, state: "C" } }, "State is required/invalid."],
    ["address.zip", { address: { ...address, zip: "9561" } }, "Zip is required/invalid."],
    [
      "user.userName",
      { user: { userName: "no spaces", password: "12345678", confirmPassword: "12345678" } },
      "Username is required. Only letters, numbers and '@ . - _' allowed.",
    ],
    [
      "user.confirmPassword",
      { user: { userName: "nora", password: "12345678", confirmPassword: "" } },
      "Verify password is required.",
    ],
    [
      "user.confirmPassword",
      { user: { userName: "nora", password: "12345678", confirmPassword: "12345679" } },
      "Passwords must match.",
    ],
    [
      "user.password",
      { user: { userName: "nora", password: "1234567", confirmPassword: "1234567" } },
      "Password must be at least 8 characters.",
      { kind: "password-too-short", min: 8 },
    ],
    [
      "user.password",
      { user: { userName: "nora", password: "🙂🙂🙂🙂", confirmPassword: "🙂🙂🙂🙂" } },
      "Password must be at least 8 characters.",
      { kind: "password-too-short", min: 8 },
    ],
  ])("refuses a wrong %s with its sentence", async (field, changes, message, reason?: object) => {
    const { status, body } = await register(newcomer(changes));
    const errors = [{ field, message, ...(reason && { reason }) }];
    expect([status, body]).toEqual([
      200,
      { isSuccess: false, message: `${header} ${message}`, reason: { kind: "invalid" }, data: { errors } },
    ]);
  });

  it("refuses a taken user name, ignoring case", async () => {
    const input = newcomer();
    await register(input);
    const { body } = await register(newcomer({ user: { ...input.user, userName: input.user.userName.toUpperCase() } }));
    const message = "Username is already taken.";
    const reason = { kind: "taken", what: "user name" };
    const errors = [{ field: "user.userName", message, reason }];
    expect(body).toEqual({ isSuccess: false, message, reason, data: { errors } });
  });

  it("takes the minimum password length from the settings", async () => {
    const strict = await testApp({ rules: { passwordMinLength: 12 } });
    const { body } = await strict.callLoosely(registerBorrower, {
      body: newcomer({ user: { userName: "short", password: "12345678901", confirmPassword: "12345678901" } }),
    });
    expect(body.message).toContain("Password must be at least 12 characters.");
  });
});

/** Makes a call with a language in a cookie or the browser's preferences. */
const send = async (call: string, headers: { cookie?: string; "accept-language"?: string }, payload: object = {}) => {
  const answer = await library.app.inject({ method: "POST", url: `/api/${call}`, headers, payload });
  expect(answer.json()).toMatchObject({ isSuccess: true });
  return answer;
};
const languageOf = async (userName: string) =>
  (
    await library.db
      .selectFrom("accounts")
      .select("language")
      .where("user_name", "=", userName)
      .executeTakeFirstOrThrow()
  ).language;

describe("the language of emails", () => {
  it("is that of the site at registration, chosen or preferred by the browser", async () => {
    await send("Account/RegisterBorrower", { cookie: "language=es", "accept-language": "en" }, aNewcomer("chose"));
    await send("Account/RegisterBorrower", { "accept-language": "es-MX,en;q=0.5" }, aNewcomer("preferred"));
    await send("Account/RegisterBorrower", { "accept-language": "de" }, aNewcomer("neither"));
    expect([await languageOf("chose"), await languageOf("preferred"), await languageOf("neither")]).toEqual([
      "es",
      "es",
      "en",
    ]);
  });

  it("is that of the last login until the borrower chooses another", async () => {
    const [reader, other] = [await aBorrower(library), await aBorrower(library)];
    const entry = { userName: reader.userName, password, userTypeId: 2 };
    const loginAnswer = await send("Account/Login/", { cookie: "language=es" }, entry);
    const { data }: { data: { token: string } } = loginAnswer.json();
    expect(await languageOf(reader.userName)).toBe("es");
    await library.call(chooseLanguage, { body: { language: "en" } }, data.token);
    expect(await languageOf(reader.userName)).toBe("en");
    await library.call(chooseLanguage, { body: { language: "es" } }, data.token);
    expect([await languageOf(reader.userName), await languageOf(other.userName)]).toEqual(["es", "en"]);
    const wrong = await library.callLoosely(chooseLanguage, { body: { language: "fr" } }, data.token);
    expect(wrong.status).toBe(400);
    expect(await languageOf(reader.userName)).toBe("es");
  });

  it("is that of the page for a password reset without a login", async () => {
    const address = "forgot@school.example";
    const { userName } = await aBorrower(library, { email_address: address });
    await send(`Account/RequestResetPassword/${userName}`, { cookie: "language=es" });
    await answerResets(library);
    const [mail] = await mailsTo(library, address);
    expect(mail?.letter).toMatchObject({ language: "es", subject: "Elegir una contraseña nueva" });
  });
});
