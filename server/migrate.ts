import fs from "node:fs";
import path from "node:path";
import { bringOver } from "./platform/backup/bring-over.ts";
import { type Configuration, readConfiguration } from "./platform/configuration.ts";
import { openStorage } from "./platform/connection/open-storage.ts";
import { migrate } from "./platform/migrate.ts";
import { eventInWords } from "./platform/migrations/events.ts";
import { migrationsFolder, readMigrations } from "./platform/migrations/read-migrations.ts";
import { describeError, StartError } from "./platform/errors/start-error.ts";
import { storedFilesOf } from "./stored-files.ts";

const usage = "Usage: npm run migrate, or npm run migrate -- --major for a built-in database of the former PostgreSQL";

/** Brings the database up to this version, also while instances of the version before work with it. */
async function main(args: string[]) {
  const [option, ...more] = args;
  if ((option !== undefined && option !== "--major") || more.length > 0) throw new StartError(usage);
  const configuration = readConfiguration(process.env);
  const { databaseUrl, dataFolder } = configuration;
  if (databaseUrl === undefined && !fs.existsSync(path.join(dataFolder, "postgres")))
    throw new StartError(`There is no library in ${dataFolder}: set DATA_DIR or DATABASE_URL as for npm start.`);
  if (option !== undefined) return bringOverBuiltIn(configuration);
  const began = performance.now();
  const { owner, stop } = await openStorage(configuration);
  try {
    const applied = await migrate(owner, { onEvent: (event) => say(eventInWords(event)) });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const last = readMigrations(migrationsFolder).at(-1)?.name;
    if (applied.length === 0) say(`There is nothing to do: the database has every migration up to ${last}.`);
    else say(`The database is up to date, with ${last}: ${applied.length} applied in ${seconds} s.`);
  } finally {
    await stop();
  }
}

async function bringOverBuiltIn(configuration: Configuration): Promise<void> {
  const { databaseUrl, dataFolder } = configuration;
  if (databaseUrl !== undefined)
    throw new StartError(
      "--major is for the built-in database, and DATABASE_URL names another: its own programs do it.",
    );
  await bringOver({ dataFolder, storedFiles: storedFilesOf(configuration) }, say);
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
});
