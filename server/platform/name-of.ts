import type { Database } from "./database.ts";

/** The actor's name for a sentence; deleted users and users without a name are "someone else". */
export async function nameOf(db: Database, userId: number | null): Promise<string> {
  if (userId === null) return nameless;
  const row = await db.selectFrom("account_names").select("name").where("user_id", "=", userId).executeTakeFirst();
  return row?.name ?? nameless;
}

const nameless = "someone else";
