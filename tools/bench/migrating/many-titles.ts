import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** Copies the titles that are there, with a copy each, until there are `count`; indexes are made again at the end. */
export function multiplyTitles(all: Database, count: number): Promise<void> {
  return all.connection().execute(async (db) => {
    const run = (statement: string) => sql.raw(statement).execute(db);
    await run("set statement_timeout = 0");
    const { rows } = await sql<{ name: string; definition: string }>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in ('items'::regclass, 'copies'::regclass)
        and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db);
    const columns = await sql<{ list: string }>`
      select string_agg(quote_ident(attname), ', ') as list from pg_attribute
      where attrelid = 'items'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname not in ('item_id', 'reference_number', 'created_at', 'active_copies')`.execute(db);
    const list = columns.rows[0]?.list ?? "";
    for (const table of ["items", "copies"]) await run(`alter table ${table} disable trigger user`);
    for (const { name } of rows) await run(`drop index ${name}`);
    const { rows: known } = await sql<{ n: number }>`select count(*)::integer as n from items`.execute(db);
    const there = known[0]?.n ?? 0;
    for (let from = there; from < count; from += there)
      await run(`
        insert into items (reference_number, created_at, active_copies, ${list})
        select 'X' || lpad(upper(to_hex(${from} + item_id)), 5, '0'), created_at - interval '1 year', 1, ${list}
        from items where item_id <= ${Math.min(there, count - from)}`);
    await run(`
      insert into copies (item_id, copy_number, sku_number)
      select item_id, 1, reference_number from items where item_id > ${there}`);
    for (const { definition } of rows) await run(definition);
    for (const table of ["items", "copies"]) await run(`alter table ${table} enable trigger user`);
    for (const table of ["items", "copies"]) await run(`vacuum analyze ${table}`);
    await run("select count_titles_anew()");
    await run("set statement_timeout = 30000");
  });
}
