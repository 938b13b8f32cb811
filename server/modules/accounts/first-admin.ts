import { randomBytes } from "node:crypto";
import type { Clock } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import { StartError } from "#server/platform/start-error.ts";
import { hasAdmin, insertAdmin } from "./accounts.queries.ts";
import { hashPassword } from "./credentials/passwords.ts";

/** A new administrator; `password` is shown once, null when the caller already knows it. */
type NewAdmin = { userName: string; password: string | null };

/** Creates the first administrator at the first start; null when there is one. Two starts at once create one. */
export async function ensureFirstAdmin(
  db: Database,
  { firstAdmin }: Pick<Configuration, "firstAdmin">,
  clock: Clock,
): Promise<NewAdmin | null> {
  if (await hasAdmin(db)) return null;
  const made = await createAdmin(db, { ...firstAdmin, at: clock.now() });
  if (made || (await hasAdmin(db))) return made;
  throw new StartError(`A borrower has the user name ${firstAdmin.userName}: set another ADMIN_USERNAME.`);
}

/** Creates an administrator, with a random password if none is given; null when the user name is taken. */
export async function createAdmin(
  db: Database,
  { userName, password, at }: { userName: string; password?: string | undefined; at: Date },
): Promise<NewAdmin | null> {
  const used = password ?? randomBytes(12).toString("base64url");
  const isMade = await insertAdmin(db, { userName, passwordHash: await hashPassword(used), at });
  return isMade ? { userName, password: password === undefined ? used : null } : null;
}
