import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** Made up, like the borrowers' addresses: there is no such town, and its ZIP code is not assigned. */
const postalAddress = "Health Education Lending Library\n1 Make-Believe Street\nSample Grove, CA 96189";

/**
 * Says where the demonstration's parcels go back to, as the first save of that text by its first administrator. What else
 * the section has stays as it is installed. Does nothing where somebody has saved it.
 */
export async function seedAddress(db: Database, now: Date): Promise<void> {
  await sql`
    insert into site_content_revisions (section, version, content, saved_at, saved_by)
    select 'contact', 1, ${JSON.stringify({ postalAddress })}, ${now}, min(user_id) from accounts where user_type_id = 1
    having min(user_id) is not null
    on conflict do nothing`.execute(db);
}
