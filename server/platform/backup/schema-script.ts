import pg from "pg";
import { readMigrations } from "../migrate.ts";
import { type Manifest, rowsOfPast } from "./archive.ts";
import { quoted } from "./snapshot.ts";

export const schemaScript = "schema.sql";

type Described = Pick<Manifest, "at" | "migrations" | "tables" | "sequences">;

/** A script with which psql makes the library from an unpacked backup: the way out when this product can't be run. */
export function schemaScriptFor({ at, migrations, tables, sequences }: Described): string {
  const applied = new Set(migrations.map(({ name }) => name));
  const own = tables.map(({ name }) => quoted(name));
  return `-- Makes the library of ${at} in an empty database of PostgreSQL 15 or later. In the folder that "tar xf" unpacked:
--   psql -v ON_ERROR_STOP=1 -d DATABASE -f ${schemaScript}
set client_encoding = 'UTF8';
begin;

${readMigrations()
  .filter(({ name }) => applied.has(name))
  .map(({ sql }) => sql)
  .join("\n")}

-- The rows come as they were: triggers must not change them, and foreign keys are checked when all are there.
create temporary table foreign_keys as
  select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace;
do $$ declare key record; begin
  for key in select * from foreign_keys loop
    execute format('alter table %s drop constraint %I', key.name, key.conname);
  end loop;
end $$;
${own.map((name) => `alter table ${name} disable trigger user;`).join("\n")}
truncate ${own.join(", ")};

${tables
  .filter(({ rows }) => rows > 0)
  .map(
    ({ name, columns }) =>
      `\\copy ${quoted(name)} (${columns.map(quoted).join(", ")}) from program 'gzip -dc tables/${name}/*.copy.gz'`,
  )
  .join("\n")}

do $$ declare key record; begin
  for key in select * from foreign_keys loop
    execute format('alter table %s add constraint %I %s', key.name, key.conname, key.definition);
  end loop;
end $$;
${own.map((name) => `alter table ${name} enable trigger user;`).join("\n")}
${sequences.map(({ name, value, isCalled }) => `select setval('${quoted(name)}', ${value}, ${isCalled});`).join("\n")}

-- Email that waits may have been sent after the backup: it is held until somebody at admin/mail says so.
${rowsOfPast(pg.escapeLiteral(at))}
commit;
`;
}
