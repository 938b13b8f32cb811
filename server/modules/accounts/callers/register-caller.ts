import { randomBytes } from "node:crypto";
import { type Caller, registerCaller as registerCall } from "#contract/desk/callers.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { borrowerFields } from "../accounts.present.ts";
import { findBorrower, insertBorrower } from "../accounts.queries.ts";
import { hashPassword } from "../credentials/passwords.ts";
import { presentCaller } from "./find-callers.ts";
import { found } from "#server/refusals/http-error.ts";

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
      await recordAudit(tx, actor, {
        call: registerCall.call,
        kind: "borrowers",
        subjectId: added.borrower_id,
        label: sent.borrowerName,
        before: null,
        after: { "User name": userName, Name: sent.borrowerName, School: sent.schoolName, Email: sent.emailAddress },
      });
      return presentCaller({ ...found(await findBorrower(tx, added.borrower_id)), open_cases: 0 });
    }
  });
}

/** "rosa.diaz" of rosa.diaz@school.example, then "rosa.diaz2" and so on; in the end with something random. */
function userNameFrom(emailAddress: string, tries: number): string {
  const name = emailAddress.split("@")[0]?.replace(/[^A-Za-z0-9._-]/g, "") || "borrower";
  const suffix = tries === 1 ? "" : tries < 10 ? String(tries) : randomBytes(3).toString("hex");
  return name.slice(0, longest - suffix.length) + suffix;
}
