import pg from "pg";
import { readMigrations } from "../migrate.ts";
import { BackupFailed, type Manifest, rowsOfPast } from "./archive.ts";
import { ownTables, quoted } from "./snapshot.ts";

const names = async (client: pg.Client, text: string) =>
  (await client.query<{ name: string }>(text)).rows.map(({ name }) => name);

/** Removes the library that is there, and creates the tables that the backup's had, in the client's transaction. */
export async function prepareSchema(client: pg.Client, { migrations }: Pick<Manifest, "migrations">): Promise<void> {
  const tables = await names(client, ownTables);
  if (tables.length > 0) await client.query(`drop table ${tables.map(quoted).join(", ")} cascade`);
  for (const what of ["view", "sequence", "routine", "type"] as const)
    for (const name of await names(client, leftover[what]))
      await client.query(`drop ${what} if exists ${name} cascade`);
  const applied = new Set(migrations.map(({ name }) => name));
  for (const { name, sql } of readMigrations()) if (applied.has(name)) await client.query(sql);
}

/** What is not in a table and was not brought by an extension, by its full name. */
const unextended = (catalog: string) =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e')`;
const leftover = {
  view: `select oid::regclass::text as name from pg_class
    where relkind = 'v' and relnamespace = current_schema()::regnamespace and ${unextended("pg_class")}`,
  sequence: `select oid::regclass::text as name from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace and ${unextended("pg_class")}`,
  routine: `select oid::regprocedure::text as name from pg_proc
    where pronamespace = current_schema()::regnamespace and ${unextended("pg_proc")}`,
  type: `select oid::regtype::text as name from pg_type
    where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd') and ${unextended("pg_type")}`,
};

type ForeignKey = { table: string; name: string; definition: string };

/** Makes all tables empty and quiet; returns the foreign keys that are to be added, and thereby checked, again. */
export async function emptyTables(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  const tables = await names(client, ownTables);
  // Rows come as they were: what triggers derive is in them. Only the library's own, as other triggers ask for a superuser.
  for (const name of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  for (const name of tables) await client.query(`delete from ${quoted(name)}`); // what migrations put there: little
  return rows;
}

/**
 * Checks what was loaded: foreign keys and numbers of rows; and lets numbers go on where they were.
 */
export async function finishTables(client: pg.Client, manifest: Manifest, keys: ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  for (const { name, rows } of manifest.tables) {
    const found = await client.query<{ n: string }>(`select count(*)::text as n from ${quoted(name)}`);
    if (found.rows[0]?.n !== String(rows))
      throw new BackupFailed(`${name} has ${found.rows[0]?.n} rows instead of ${rows}; nothing was changed.`);
  }
  for (const name of await names(client, ownTables))
    await client.query(`alter table ${quoted(name)} enable trigger user`);
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query("select setval($1::regclass, $2::bigint, $3)", [quoted(name), value, isCalled]);
  await client.query(rowsOfPast(pg.escapeLiteral(manifest.at)));
}
