import { type Caller, registerCaller as registerCall } from "#contract/orders/callers.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { randomBytes } from "node:crypto";
import type { Received } from "#contract/wire/endpoint.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { borrowerFields } from "../accounts/borrower-fields.ts";
import { insertBorrower, newPasswordOwner } from "../accounts/accounts.queries.ts";
import { checkNewPassword, hashPassword, newPassword } from "../accounts/passwords.ts";
import type { registerBorrower as declaration } from "#contract/people/accounts.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { refusalOfField } from "#server/refusals/refusal.ts";
import type { ConfiguredParts } from "#server/parts.ts";

const maxUserName = 20;

/** Registers a borrower who called. The password is random, so they choose their own through "Reset password". */
export async function registerCaller(
  db: Database,
  input: Received<typeof registerCall>["body"],
  actor: Actor,
): Promise<Caller> {
  const fields = await borrowerFields(db, input);
  const passwordHash = await hashPassword(newPassword());
  return inTransaction(db, async (tx) => {
    for (let tries = 1; ; tries += 1) {
      const userName = userNameFrom(input.emailAddress, tries);
      const borrower = await insertBorrower(tx, { userName, passwordHash, at: actor.at, language: "en" }, fields);
      if (!borrower) continue;
      await recordActivity(tx, actor, {
        call: registerCall.call,
        kind: "borrowers",
        subjectId: borrower.borrower_id,
        label: input.borrowerName,
        before: null,
        after: { "User name": userName, Name: input.borrowerName, School: input.schoolName, Email: input.emailAddress },
      });
      const { address, ...person } = input;
      return { ...person, city: address.city, borrowerId: borrower.borrower_id, openClaims: 0 };
    }
  });
}

/** Makes "rosa.diaz" from rosa.diaz@school.example, then "rosa.diaz2" and so on, then random endings. */
export function userNameFrom(emailAddress: string, tries: number): string {
  const name = emailAddress.split("@")[0]?.replace(/[^A-Za-z0-9._-]/g, "") || "borrower";
  const suffix = tries === 1 ? "" : tries < 10 ? String(tries) : randomBytes(3).toString("hex");
  return name.slice(0, maxUserName - suffix.length) + suffix;
}

/** Registers a borrower who gets emails in `language`; returns their id. */
export async function registerBorrower(
  { db, clock, configuration }: ConfiguredParts<"passwordMinLength">,
  input: Received<typeof declaration>["body"],
  language: LanguageCode,
): Promise<number> {
  const fields = await borrowerFields(db, input);
  const { userName, password } = input.user;
  const own = [userName, input.borrowerName, input.schoolName, input.schoolDistrict, input.emailAddress];
  const owner = await newPasswordOwner(db, { names: own, isStaff: false });
  await checkNewPassword("user.password", password, { minLength: configuration.passwordMinLength, owner });
  const account = { userName, passwordHash: await hashPassword(password), at: clock.now(), language };
  const borrower = await insertBorrower(db, account, fields);
  if (!borrower) throw refusalOfField({ kind: "taken", what: "user name" }, "user.userName");
  return borrower.borrower_id;
}
