import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** Returns every row of every table as text, after the name of its table. */
export async function rowsOfAll(db: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} as t`.execute(db);
    texts.push(...rows.map(({ text }) => `${name}: ${text}`));
  }
  return texts;
}
