import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { userNameRule } from "#contract/people/accounts.ts";
import { type Password, passwordText } from "#contract/wire/text.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import * as z from "zod";
import { followSettings } from "./admin/public.ts";
import { createAdmin, replaceSecretKey, resetTwoStep } from "./people/public.ts";
import { systemClock } from "./platform/clock.ts";
import { type Configuration, readConfiguration } from "./platform/configuration.ts";
import { type Database, openDatabase } from "./platform/database.ts";
import { migrate } from "./platform/migrate.ts";
import { argumentsOf, runCommand } from "./platform/environment/command-arguments.ts";
import { openStorage, requireLibrary } from "./platform/connection/open-storage.ts";
import { StartError } from "./platform/errors/source-places.ts";

// These commands work whether the library is running or not.
const usage =
  "Usage: npm run admin -- create NAME, npm run admin -- reset-two-step NAME, or npm run admin -- replace-key [--now]";

async function main(args: string[]) {
  const { values, positionals } = argumentsOf(args, { now: { type: "boolean", default: false } }, usage);
  const [command, name = "", ...more] = positionals;
  const takesName = command === "create" || command === "reset-two-step";
  if (!(takesName || (command === "replace-key" && name === "")) || more.length > 0 || (values.now && takesName))
    throw new StartError(usage);
  if (takesName && !z.safeParse(userNameRule, name).success) throw new StartError(messages.field.userName);
  const configuration = readConfiguration(process.env);
  if (command !== "create") requireLibrary(configuration); // the first administrator may come before the library
  if (command === "replace-key") await replaceKey(configuration, values.now);
  else await (command === "create" ? create(configuration, name) : reset(configuration, name));
}

/** Replaces the secret key; `isImmediate`, for a key that leaked or is lost, also ends all current sessions. */
async function replaceKey(configuration: Configuration, isImmediate: boolean): Promise<void> {
  const from = await inDatabase(configuration, (db) =>
    replaceSecretKey({ db, clock: systemClock, configuration }, { isImmediate }),
  );
  const consequence = isImmediate
    ? "All sessions have ended, so everyone has to log in again."
    : "Current sessions continue.";
  const copies =
    configuration.secretKey.file === undefined
      ? ""
      : ` Keep a copy of ${configuration.secretKey.file}, and copy it to every instance that doesn't share it.`;
  process.stdout.write(
    `The library will use a new secret key from ${from.toISOString()} on. ${consequence}${copies}\n`,
  );
}

/** Turns off two-step verification for someone who lost both the app and the recovery codes. */
async function reset(configuration: Configuration, userName: string): Promise<void> {
  const isReset = await inDatabase(configuration, (db) => resetTwoStep(db, { userName, at: systemClock.now() }));
  if (!isReset) throw new StartError(`${userName} does not use two-step verification.`);
  process.stdout.write(`${userName} can log in at ${configuration.publicUrl}/admin/login with the password alone.\n`);
}

async function create(configuration: Configuration, userName: string): Promise<void> {
  const password = process.stdin.isTTY ? await askPassword() : undefined;
  const admin = await inDatabase(configuration, (db) =>
    createAdmin({ db, configuration }, { userName, password, at: systemClock.now() }),
  );
  if (!admin) throw new StartError(ownMessages.userNameTaken);
  const passwordNote = admin.password === null ? "" : ` The password is ${admin.password}. It won't be shown again.`;
  process.stdout.write(`${admin.userName} can log in at ${configuration.publicUrl}/admin/login.${passwordNote}\n`);
}

async function askPassword(): Promise<Password | undefined> {
  process.stdout.write("Password (leave blank to generate one): ");
  const noOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: noOutput, terminal: true });
  const password = await new Promise<string>((resolve) => {
    lines.once("line", resolve);
    lines.once("SIGINT", () => process.exit(130));
  });
  lines.close();
  process.stdout.write("\n");
  if (password === "") return undefined;
  const { data, error } = z.safeParse(passwordText, password);
  if (error) throw new StartError(`The password ${error.issues[0]?.message ?? "cannot be used"}.`);
  return data;
}

async function inDatabase<T>(configuration: Configuration, work: (db: Database) => Promise<T>): Promise<T> {
  const { connection, owner, stop } = await openStorage(configuration);
  try {
    await migrate(owner);
    const db = openDatabase({ connection, poolSize: 1 });
    try {
      await followSettings(db, configuration);
      return await work(db);
    } finally {
      await db.destroy();
    }
  } finally {
    await stop();
  }
}

runCommand(main);
