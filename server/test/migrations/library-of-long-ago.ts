import type pg from "pg";
import { applyAll } from "#server/platform/migrations/apply-migration.ts";
import type { Migration } from "#server/platform/migrations/read-migrations.ts";

/** The last migration that was written before there were rules for them. */
export const before = 82;

/** Tables that people fill by hand, or that only a job uses; all others grow with the library and its work. */
export const smallTables = new Set([
  "backups",
  "categories",
  "code_lists",
  "current_terms",
  "grades",
  "import_turn",
  "instances",
  "mail_hold",
  "mail_kinds_off",
  "reminder_steps",
  "schema_migrations",
  "security_trail_key",
  "settings",
  "signing_keys",
  "site_content_documents",
  "site_content_pictures",
  "school_calendars",
  "site_content_revisions",
  "site_names",
  "staff",
  "staff_invitations",
  "statuses",
  "thesaurus_entries",
  "thesaurus_words",
  "subjects",
  "thesaurus_entries",
  "title_counts",
  "title_mark_counts",
  "title_marks",
]);

/** Rows in each of the tables that migrations are most about. */
export const rows = 1000;

/** The library as it was then, with a thousand titles, copies, accounts and orders. It never changes. */
export async function libraryOfLongAgo(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query("begin");
  await applyAll(client, migrations.slice(0, before));
  await client.query(`
    insert into accounts (user_name, user_type_id) select 'borrower-' || n, 2 from generate_series(1, ${rows}) as n;
    insert into borrowers (user_id, name, school_name, school_district, email_address, phone_number, street, city, state, zip)
      select user_id, 'Robin Reader', 'Oak Grove', 'Valley', 'robin' || user_id || '@oakgrove.example', '(555) 010-2030',
        '1 Main Street', 'Fresno', 'CA', '93701' from accounts;
    insert into items (title, description, category_id, subject_id, grade_mask, reference_number, active_copies)
      select 'Title ' || n, 'About ' || n, 1, 1 + n % 11, 1, to_char(n, 'FM000000'), 1 from generate_series(1, ${rows}) as n;
    insert into copies (item_id, copy_number, sku_number) select item_id, 1, reference_number from items;
    insert into orders (borrower_id, ship_to_name, ship_to_school, ship_to_district, ship_to_street, ship_to_city,
        ship_to_state, ship_to_zip, terms_version, terms_accepted_at)
      select borrower_id, name, school_name, school_district, street, city, state, zip, '1', now() from borrowers;
    insert into order_lines (order_id, item_id, quantity)
      select order_id, (select min(item_id) from items), 1 from orders;
    insert into mails (kind, to_name, to_address, subject, written_at)
      select 'welcome', '', 'robin@oakgrove.example', 'Welcome', now() from generate_series(1, ${rows});
    insert into audit_entries (at, call, changes, kind, subject_label, user_id)
      select now(), 'POST News/SaveNews', '[]', 'news', '', (select min(user_id) from accounts)
      from generate_series(1, ${rows})`);
  await client.query("commit");
  await client.query("analyze");
}
