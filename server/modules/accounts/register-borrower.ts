import type { Received } from "#contract/wire/endpoint.ts";
import type { registerBorrower as declaration } from "#contract/accounts.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { refusalOf, refusalOfField } from "#server/refusals/refusal.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import { borrowerFields } from "./accounts.present.ts";
import { insertBorrower } from "./accounts.queries.ts";
import { passwordErrors } from "./accounts.rules.ts";
import { hashPassword } from "./credentials/passwords.ts";

type Parts = { db: Database; clock: Clock; configuration: Pick<Configuration, "passwordMinLength"> };

/**
 * Registers a borrower. The contract's rules were already checked. Emails will be in `language`. Returns the borrower's
 * id.
 */
export async function registerBorrower(
  parts: Parts,
  sent: Received<typeof declaration>["body"],
  language: LanguageCode,
): Promise<number> {
  const errors = passwordErrors("user.password", sent.user.password, parts.configuration.passwordMinLength);
  if (errors.length > 0) throw refusalOf(errors);
  const passwordHash = await hashPassword(sent.user.password);
  const account = { userName: sent.user.userName, passwordHash, at: parts.clock.now(), language };
  const registered = await insertBorrower(parts.db, account, borrowerFields(sent));
  if (!registered) throw refusalOfField({ kind: "taken", what: "user name" }, "user.userName");
  return registered.borrower_id;
}
