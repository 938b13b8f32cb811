import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { userNameRule } from "#contract/people/accounts.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import * as z from "zod";
import { followSettings } from "./admin/public.ts";
import { operatorCommands } from "./people/public.ts";
import { systemClock } from "./platform/clock.ts";
import { type Configuration, readConfiguration } from "./platform/configuration.ts";
import { type Database, openDatabase } from "./platform/database.ts";
import { migrate } from "./platform/migrate.ts";
import { openStorage } from "./platform/connection/open-storage.ts";
import { describeError, StartError } from "./platform/errors/source-places.ts";

/** What an operator can do for administrators and for the key of the sessions, whether the library is running or not. */
const usage =
  "Usage: npm run admin -- create NAME, npm run admin -- reset-two-step NAME, or npm run admin -- turn-key [--now]";

async function main([command, given = ""]: string[]) {
  const configuration = () => readConfiguration(process.env);
  if (command === "turn-key" && ["", "--now"].includes(given)) return turnKey(configuration(), given === "--now");
  if (command !== "create" && command !== "reset-two-step") throw new StartError(usage);
  if (!z.safeParse(userNameRule, given).success) throw new StartError(messages.field.userName);
  await (command === "create" ? create(configuration(), given) : reset(configuration(), given));
}

/** Gives the sessions a new key; `atOnce`, for one that leaked, ends those of the old ones. */
async function turnKey(configuration: Configuration, atOnce: boolean): Promise<void> {
  const from = await inDatabase(configuration, (db) =>
    operatorCommands.turnSigningKey({ db, clock: systemClock, configuration }, { atOnce }),
  );
  const then = atOnce
    ? "No other is accepted any more: everyone logs in again."
    : "Sessions go on: the one before is accepted for a day after that.";
  process.stdout.write(`A new key signs sessions from ${from.toISOString()}. ${then}\n`);
}

/** For someone who has lost the app and the recovery codes, and has no colleague. */
async function reset(configuration: Configuration, userName: string): Promise<void> {
  const isReset = await inDatabase(configuration, (db) =>
    operatorCommands.resetTwoStep(db, { userName, at: systemClock.now() }),
  );
  if (!isReset) throw new StartError(`${userName} has no second step at login.`);
  process.stdout.write(`${userName} can log in at ${configuration.publicUrl}/admin/login with the password alone.\n`);
}

async function create(configuration: Configuration, userName: string): Promise<void> {
  const password = process.stdin.isTTY ? await askPassword() : undefined;
  const made = await inDatabase(configuration, (db) =>
    operatorCommands.createAdmin({ db, configuration }, { userName, password, at: systemClock.now() }),
  );
  if (!made) throw new StartError(ownMessages.userNameTaken);
  const told = made.password === null ? "" : ` The password is ${made.password} and is not shown again.`;
  process.stdout.write(`${made.userName} can log in at ${configuration.publicUrl}/admin/login.${told}\n`);
}

async function askPassword(): Promise<string | undefined> {
  process.stdout.write("Password (empty: one is made up): ");
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silence, terminal: true });
  const password = await new Promise<string>((resolve) => {
    lines.once("line", resolve);
    lines.once("SIGINT", () => process.exit(130));
  });
  lines.close();
  process.stdout.write("\n");
  return password === "" ? undefined : password;
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

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
});
