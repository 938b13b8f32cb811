import type { Password } from "#contract/wire/text.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { recordCommand } from "#server/platform/record-activity.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { insertStaff } from "../staff/staff.queries.ts";
import { hasAdmin, newPasswordOwner } from "./accounts.queries.ts";
import { checkNewPassword, hashPassword, newPassword } from "./passwords.ts";
import { StartError } from "#server/platform/errors/source-places.ts";

/** `password` is null if the caller already knows it. */
type NewAdmin = { userName: string; password: string | null };

/** Creates the first administrator if there is none, even if two instances start at once; otherwise returns null. */
export async function ensureFirstAdmin(
  db: Database,
  configuration: Pick<Configuration, "firstAdmin" | "passwordMinLength">,
  clock: Clock,
): Promise<NewAdmin | null> {
  if (await hasAdmin(db)) return null;
  const { firstAdmin } = configuration;
  if (firstAdmin.mustBeGiven && firstAdmin.password === undefined)
    throw new StartError(
      "There is no administrator yet: set ADMIN_PASSWORD for this start, or run npm run admin -- create NAME.",
    );
  const admin = await createAdmin({ db, configuration }, { ...firstAdmin, at: clock.now() });
  if (admin || (await hasAdmin(db))) return admin;
  throw new StartError(`A borrower has the user name ${firstAdmin.userName}: set another ADMIN_USERNAME.`);
}

/** Creates an administrator, with a random password if none is given; returns null if the user name is taken. */
export async function createAdmin(
  { db, configuration }: { db: Database; configuration: Pick<Configuration, "passwordMinLength"> },
  { userName, password, at }: { userName: string; password?: Password | undefined; at: Date },
): Promise<NewAdmin | null> {
  if (password !== undefined)
    await checkPassword(db, { userName, password, minLength: configuration.passwordMinLength });
  const chosenPassword = password ?? newPassword();
  const passwordHash = await hashPassword(chosenPassword);
  const isCreated = await inTransaction(db, async (tx) => {
    const account = {
      userName,
      passwordHash,
      at,
      name: "",
      address: "",
      role: "manager",
      hasFirstPassword: true,
    } as const;
    const userId = await insertStaff(tx, account);
    if (userId === undefined) return false;
    const after = { "User name": userName, Role: "manager" };
    const entry = { kind: "staff", subjectId: userId, label: userName, before: null, after } as const;
    await recordCommand(tx, at, { call: "npm run admin -- create", ...entry });
    return true;
  });
  return isCreated ? { userName, password: password === undefined ? chosenPassword : null } : null;
}

/** Checks a given password like any new one, with an error for the console. */
async function checkPassword(
  db: Database,
  account: { userName: string; password: Password; minLength: number },
): Promise<void> {
  const { userName, password, minLength } = account;
  try {
    const owner = await newPasswordOwner(db, { names: [userName], isStaff: true });
    await checkNewPassword("password", password, { minLength, owner });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new StartError(`The password of ${userName} cannot be used. ${error.errors?.[0]?.message ?? error.message}`);
  }
}
