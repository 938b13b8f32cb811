import { describe, expect, it } from "vitest";
import { chooseLanguage } from "#contract/people/accounts.ts";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { testApp } from "#server/test/app.ts";
import { runDueJobs } from "#server/test/run-jobs.ts";
import { aBorrower, password } from "#server/test/factories.ts";
import { answerResetRequest } from "./new-passwords.ts";

const fixture = await testApp();

/** Makes a call with a language in a cookie or the browser's preferences. */
const send = async (call: string, headers: { cookie?: string; "accept-language"?: string }, payload: object = {}) => {
  const answer = await fixture.app.inject({ method: "POST", url: `/api/${call}`, headers, payload });
  expect(answer.json()).toMatchObject({ isSuccess: true });
  return answer;
};
const languageOf = async (userName: string) =>
  (
    await fixture.db
      .selectFrom("accounts")
      .select("language")
      .where("user_name", "=", userName)
      .executeTakeFirstOrThrow()
  ).language;
const letterTo = async (address: string) => {
  const rows = await fixture.db.selectFrom("mails").select("letter").where("to_address", "=", address).execute();
  return letter.parse(rows.at(-1)?.letter);
};
const newcomer = (userName: string) => ({
  borrowerName: "Nora New",
  schoolName: "Elm School",
  schoolDistrict: "North",
  emailAddress: `${userName}@elm.example`,
  phoneNumber: "(555) 010-2030",
  address: { street: "2 Elm Street", city: "Davis", state: "California", zip: "95616" },
  user: { userName, password, confirmPassword: password },
});

describe("the language of emails", () => {
  it("is that of the site at registration, chosen or preferred by the browser", async () => {
    await send("Account/RegisterBorrower", { cookie: "language=es", "accept-language": "en" }, newcomer("chose"));
    await send("Account/RegisterBorrower", { "accept-language": "es-MX,en;q=0.5" }, newcomer("preferred"));
    await send("Account/RegisterBorrower", { "accept-language": "de" }, newcomer("neither"));
    expect([await languageOf("chose"), await languageOf("preferred"), await languageOf("neither")]).toEqual([
      "es",
      "es",
      "en",
    ]);
  });

  it("is that of the last login until the borrower chooses another", async () => {
    const [reader, other] = [await aBorrower(fixture), await aBorrower(fixture)];
    const entry = { userName: reader.userName, password, userTypeId: 2 };
    const entered = await send("Account/Login/", { cookie: "language=es" }, entry);
    const { data }: { data: { token: string } } = entered.json();
    expect(await languageOf(reader.userName)).toBe("es");
    await fixture.call(chooseLanguage, { body: { language: "en" } }, data.token);
    expect(await languageOf(reader.userName)).toBe("en");
    await fixture.call(chooseLanguage, { body: { language: "es" } }, data.token);
    expect([await languageOf(reader.userName), await languageOf(other.userName)]).toEqual(["es", "en"]);
    const wrong = await fixture.callLoosely(chooseLanguage, { body: { language: "fr" } }, data.token);
    expect(wrong.status).toBe(400);
    expect(await languageOf(reader.userName)).toBe("es");
  });

  it("is that of the page for a password reset without a login", async () => {
    const { userName, userId } = await aBorrower(fixture);
    const address = `${userName}@school.example`;
    await fixture.db.updateTable("borrowers").set({ email_address: address }).where("user_id", "=", userId).execute();
    await send(`Account/RequestResetPassword/${userName}`, { cookie: "language=es" });
    await runDueJobs(fixture.db, [{ kind: "answer-reset-request", run: (job) => answerResetRequest(fixture, job) }]);
    expect(await letterTo(address)).toMatchObject({ language: "es", subject: "Elegir una contraseña nueva" });
  });
});
