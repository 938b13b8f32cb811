import type { Received } from "#contract/wire/endpoint.ts";
import type { registerBorrower as declaration } from "#contract/accounts.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { refusalOfField } from "#server/refusals/refusal.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { borrowerFields } from "./accounts.present.ts";
import { insertBorrower } from "./accounts.queries.ts";
import { namesAround } from "./credentials/password-words.queries.ts";
import { checkNewPassword, hashPassword } from "./credentials/passwords.ts";

/** Registers a borrower, whose emails will be in `language`, and returns their id. */
export async function registerBorrower(
  { db, clock, configuration }: ConfiguredParts<"passwordMinLength">,
  sent: Received<typeof declaration>["body"],
  language: LanguageCode,
): Promise<number> {
  const { userName, password } = sent.user;
  const own = [userName, sent.borrowerName, sent.schoolName, sent.schoolDistrict, sent.emailAddress];
  const names = [...own, ...(await namesAround(db, null))];
  await checkNewPassword("user.password", password, { least: configuration.passwordMinLength, names });
  const account = { userName, passwordHash: await hashPassword(password), at: clock.now(), language };
  const registered = await insertBorrower(db, account, borrowerFields(sent));
  if (!registered) throw refusalOfField({ kind: "taken", what: "user name" }, "user.userName");
  return registered.borrower_id;
}
