import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import type { ConnectionSettings } from "#server/platform/connection/connection-settings.ts";
import { ask } from "#server/test/ask.ts";

const named = z.array(z.object({ name: z.string() }));

/** Returns checksums of a library's content: each table's rows, and the next number of each sequence. */
export async function contentOf(connection: ConnectionSettings): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  const tables = await ask(
    connection,
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  for (const { name } of named.parse(tables)) {
    const text = `select count(*) || ' ' || coalesce(md5(string_agg(r::text, E'\\n' order by r::text)), '') as name from "${name}" r`;
    content[name] = named.parse(await ask(connection, text))[0]?.name ?? "";
  }
  const sequences = await ask(connection, "select sequencename as name from pg_sequences where schemaname = 'public'");
  for (const { name } of named.parse(sequences))
    content[name] = JSON.stringify((await ask(connection, `select last_value, is_called from "${name}"`))[0]);
  return content;
}

/** Returns a library's schema: columns, constraints, indexes, triggers, functions, and views. */
export async function formOf(connection: ConnectionSettings): Promise<unknown[]> {
  return ask(
    connection,
    `select attrelid::regclass::text || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || attnotnull || attidentity::text || attgenerated::text as what
       from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped
     union all select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
     union all select oid::regprocedure::text || md5(prosrc) from pg_proc where pronamespace = 'public'::regnamespace
     union all select viewname || definition from pg_views where schemaname = 'public'
     order by 1`,
  );
}

/** Returns the SHA-256 of each file in a folder by name; empty if there is no folder. */
export async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder).catch((): string[] => []);
  const sums = names.map(async (name) => {
    const content = await readFile(path.join(folder, name));
    return [name, createHash("sha256").update(content).digest("hex")] as const;
  });
  return Object.fromEntries(await Promise.all(sums));
}
