import { createHmac } from "node:crypto";
import pg from "pg";
import type { EmbeddedConnection } from "./embedded-postgres.ts";

const role = "application";

/**
 * The connection of the application itself: a role that reads and writes rows, and can do nothing else to the database.
 * Migrations keep the owner's. The role is made, or given what it lacks, at each start: older data folders have none.
 */
export async function applicationRole(owner: EmbeddedConnection): Promise<EmbeddedConnection> {
  const connection = {
    ...owner,
    user: role,
    ...(owner.password !== undefined && { password: ownPassword(owner.password) }),
  };
  const client = new pg.Client({ ...owner, application_name: "library roles" });
  client.on("error", () => {}); // the waiting query fails as well
  await client.connect();
  try {
    await client.query(`begin; select pg_advisory_xact_lock(716253414)`); // two processes may start at once
    const { rows } = await client.query("select from pg_roles where rolname = $1", [role]);
    if (rows.length === 0) await client.query(`create role ${role}`);
    const secret = connection.password === undefined ? "null" : pg.escapeLiteral(connection.password);
    await client.query(`
      alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${secret};
      grant usage on schema public to ${role};
      grant select, insert, update, delete on all tables in schema public to ${role};
      grant usage, select on all sequences in schema public to ${role};
      alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
      alter default privileges in schema public grant usage, select on sequences to ${role};
      commit`);
  } finally {
    await client.end().catch(() => {});
  }
  return connection;
}

/** Who knows it cannot tell the owner's. */
const ownPassword = (owners: string) => createHmac("sha256", owners).update(role).digest("base64url");
