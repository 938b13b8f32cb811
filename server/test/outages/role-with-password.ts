import { randomBytes } from "node:crypto";
import type { ConnectionSettings } from "#server/platform/connection/connection-settings.ts";
import { ask } from "#server/test/ask.ts";
import { atTheEnd } from "#server/test/ends/at-the-end.ts";
import { needsPassword, urlOf } from "#server/test/global-setup.ts";

/** Creates a role that can read and write every table of a database, with a password that tests can change. */
export async function roleWithPassword(owner: ConnectionSettings, password: string) {
  const role = `lender_${randomBytes(6).toString("hex")}`;
  await ask(
    owner,
    `create role ${role} login password '${password}' in role ${needsPassword};
     grant select, insert, update, delete on all tables in schema public to ${role};
     grant usage, select on all sequences in schema public to ${role}`,
  );
  atTheEnd(() => ask(owner, `drop owned by ${role}; drop role ${role}`));
  return {
    role,
    urlWith(password: string): string {
      const url = new URL(urlOf(owner));
      url.username = role;
      url.password = password;
      return url.href;
    },
    /** Makes a change to the role, such as `password 'new'` or `nologin`, and ends its connections. */
    async alter(change: string): Promise<void> {
      await ask(owner, `alter role ${role} ${change}`);
      await ask(owner, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = '${role}'`);
    },
  };
}
