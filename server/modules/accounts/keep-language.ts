import type { LanguageCode } from "#contract/site/languages.ts";
import type { Database } from "#server/platform/database.ts";

/** Notes the language that mail to an account is written in. */
export async function keepLanguage(db: Database, userId: number, language: LanguageCode): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ language })
    .where("user_id", "=", userId)
    .where("language", "<>", language)
    .execute();
}
