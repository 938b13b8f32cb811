import type { LanguageCode } from "#contract/site/languages.ts";
import type { Database } from "#server/platform/database.ts";

/** Stores the language of emails to an account. */
export async function keepLanguage(db: Database, userId: number, language: LanguageCode): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ language })
    .where("user_id", "=", userId)
    .where("language", "<>", language)
    .execute();
}
