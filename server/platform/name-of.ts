import type { Database } from "./database.ts";

/** What the user is called whose hand it was, for a sentence; nobody any more, and those without a name, are someone else. */
export async function nameOf(db: Database, userId: number | null): Promise<string> {
  if (userId === null) return nameless;
  const row = await db.selectFrom("account_names").select("name").where("user_id", "=", userId).executeTakeFirst();
  return row?.name ?? nameless;
}

const nameless = "someone else";
