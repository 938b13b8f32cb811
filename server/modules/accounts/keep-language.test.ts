import { describe, expect, it } from "vitest";
import { chooseLanguage } from "#contract/accounts.ts";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { testApp } from "#server/test/app.ts";
import { runDueJobs } from "#server/test/run-jobs.ts";
import { aBorrower, password } from "#server/test/factories.ts";
import { answerResetRequest } from "./reset/answer-reset-request.ts";

const house = await testApp();

/** Makes a call as a browser does whose reader chose a language, or asks for one. */
const send = async (call: string, headers: { cookie?: string; "accept-language"?: string }, payload: object = {}) => {
  const answer = await house.app.inject({ method: "POST", url: `/api/${call}`, headers, payload });
  expect(answer.json()).toMatchObject({ isSuccess: true });
  return answer;
};
const languageOf = async (userName: string) =>
  (await house.db.selectFrom("accounts").select("language").where("user_name", "=", userName).executeTakeFirstOrThrow())
    .language;
const letterTo = async (address: string) => {
  const rows = await house.db.selectFrom("mails").select("letter").where("to_address", "=", address).execute();
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

describe("mail is in the language", () => {
  it("that somebody read the site in when they registered: chosen, or asked for by the browser", async () => {
    await send("Account/RegisterBorrower", { cookie: "language=es", "accept-language": "en" }, newcomer("chose"));
    await send("Account/RegisterBorrower", { "accept-language": "es-MX,en;q=0.5" }, newcomer("asked"));
    await send("Account/RegisterBorrower", { "accept-language": "de" }, newcomer("neither"));
    expect([await languageOf("chose"), await languageOf("asked"), await languageOf("neither")]).toEqual([
      "es",
      "es",
      "en",
    ]);
  });

  it("of the last log-in, until another is chosen, by the reader and by nobody else", async () => {
    const [reader, other] = [await aBorrower(house), await aBorrower(house)];
    const entry = { userName: reader.userName, password, userTypeId: 2 };
    const entered = await send("Account/Login/", { cookie: "language=es" }, entry);
    const { data }: { data: { token: string } } = entered.json();
    expect(await languageOf(reader.userName)).toBe("es");
    await house.call(chooseLanguage, { body: { language: "en" } }, data.token);
    expect(await languageOf(reader.userName)).toBe("en");
    await house.call(chooseLanguage, { body: { language: "es" } }, data.token);
    expect([await languageOf(reader.userName), await languageOf(other.userName)]).toEqual(["es", "en"]);
    const wrong = await house.callLoosely(chooseLanguage, { body: { language: "fr" } }, data.token);
    expect(wrong.status).toBe(400);
    expect(await languageOf(reader.userName)).toBe("es");
  });

  it("of the page on which a new password was asked for: nobody is logged in there", async () => {
    const { userName, userId } = await aBorrower(house);
    const address = `${userName}@school.example`;
    await house.db.updateTable("borrowers").set({ email_address: address }).where("user_id", "=", userId).execute();
    await send(`Account/RequestResetPassword/${userName}`, { cookie: "language=es" });
    await runDueJobs(house.db, [{ kind: "answer-reset-request", run: (job) => answerResetRequest(house, job) }]);
    expect(await letterTo(address)).toMatchObject({ language: "es", subject: "Elegir una contraseña nueva" });
  });
});
