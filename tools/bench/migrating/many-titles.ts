import pg from "pg";
import type { ConnectionSettings } from "#server/platform/connection/connection-pool.ts";

/** Copies the titles that are there, with a copy each, until there are `count`; indexes are made again at the end. */
export async function multiplyTitles(connection: ConnectionSettings, count: number): Promise<void> {
  const client = new pg.Client(connection); // not the library's, which limits the time of statements
  await client.connect();
  try {
    await multiply(client, count);
  } finally {
    await client.end();
  }
}

const tables = ["items", "copies"];

async function multiply(client: pg.Client, count: number) {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('items'::regclass, 'copies'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  const columns = await client.query<{ list: string }>(`
    select string_agg(quote_ident(attname), ', ') as list from pg_attribute
    where attrelid = 'items'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('item_id', 'reference_number', 'created_at', 'active_copies')`);
  const list = columns.rows[0]?.list ?? "";
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const { rows: known } = await client.query<{ n: number }>("select count(*)::integer as n from items");
  const there = known[0]?.n ?? 0;
  for (let from = there; from < count; from += there)
    await client.query(`
      insert into items (reference_number, created_at, active_copies, ${list})
      select 'X' || lpad(upper(to_hex(${from} + item_id)), 5, '0'), created_at - interval '1 year', 1, ${list}
      from items where item_id <= ${Math.min(there, count - from)}`);
  await client.query(`
    insert into copies (item_id, copy_number, sku_number)
    select item_id, 1, reference_number from items where item_id > ${there}`);
  for (const { definition } of indexes) await client.query(definition);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  for (const table of tables) await client.query(`vacuum analyze ${table}`);
  await client.query("select count_titles_anew()");
}
