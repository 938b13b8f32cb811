import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** Made up, like the borrowers' addresses: the town doesn't exist, and its ZIP code isn't assigned. */
const postalAddress = "Health Education Lending Library\n1 Make-Believe Street\nSample Grove, CA 96189";

/** Saves the demonstration's return address as its first administrator, unless someone has saved one. */
export async function seedAddress(db: Database, now: Date): Promise<void> {
  await sql`
    insert into site_content_revisions (section, version, content, saved_at, saved_by)
    select 'contact', 1, ${JSON.stringify({ postalAddress })}, ${now}, min(user_id) from accounts where user_type_id = 1
    having min(user_id) is not null
    on conflict do nothing`.execute(db);
}
