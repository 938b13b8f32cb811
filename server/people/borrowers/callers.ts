import { type Caller, registerCaller as registerCall } from "#contract/orders/callers.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { borrowersWith } from "../accounts/borrowers.queries.ts";
import { randomBytes } from "node:crypto";
import type { Received } from "#contract/wire/endpoint.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { borrowerFields } from "../accounts/accounts.present.ts";
import { findBorrower, insertBorrower, namesAround } from "../accounts/accounts.queries.ts";
import { checkNewPassword, hashPassword } from "../accounts/passwords.ts";
import { found } from "#server/refusals/http-error.ts";
import type { registerBorrower as declaration } from "#contract/people/accounts.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { refusalOfField } from "#server/refusals/refusal.ts";
import type { ConfiguredParts } from "#server/parts.ts";

type Row = Awaited<ReturnType<typeof borrowersWith>>[number];

/** The borrowers that are meant, by what a caller says; none without words. */
export async function findCallers(db: Database, text: string): Promise<Caller[]> {
  return (await borrowersWith(db, withoutSigns(text))).map(presentCaller);
}

function presentCaller(row: Row): Caller {
  return {
    borrowerId: row.borrower_id,
    borrowerName: row.name,
    schoolName: row.school_name,
    schoolDistrict: row.school_district,
    emailAddress: row.email_address,
    phoneNumber: row.phone_number,
    city: row.city,
    openClaims: row.open_claims,
  };
}

/** However a phone number is written, its digits are what is looked for. */
function withoutSigns(text: string): string {
  return /^[\d\s().+-]+$/.test(text) ? text.replace(/\D/g, "") : text;
}

const longest = 20;

/** Registers a borrower who called. Nobody knows the password of the account: they choose one by "Reset password". */
export async function registerCaller(
  db: Database,
  sent: Received<typeof registerCall>["body"],
  actor: Actor,
): Promise<Caller> {
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
  return inTransaction(db, async (tx) => {
    const fields = borrowerFields(sent);
    for (let tries = 1; ; tries += 1) {
      const userName = userNameFrom(sent.emailAddress, tries);
      const added = await insertBorrower(tx, { userName, passwordHash, at: actor.at, language: "en" }, fields);
      if (!added) continue;
      await recordActivity(tx, actor, {
        call: registerCall.call,
        kind: "borrowers",
        subjectId: added.borrower_id,
        label: sent.borrowerName,
        before: null,
        after: { "User name": userName, Name: sent.borrowerName, School: sent.schoolName, Email: sent.emailAddress },
      });
      return presentCaller({ ...found(await findBorrower(tx, added.borrower_id)), open_claims: 0 });
    }
  });
}

/** "rosa.diaz" of rosa.diaz@school.example, then "rosa.diaz2" and so on; in the end with something random. */
function userNameFrom(emailAddress: string, tries: number): string {
  const name = emailAddress.split("@")[0]?.replace(/[^A-Za-z0-9._-]/g, "") || "borrower";
  const suffix = tries === 1 ? "" : tries < 10 ? String(tries) : randomBytes(3).toString("hex");
  return name.slice(0, longest - suffix.length) + suffix;
}

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
