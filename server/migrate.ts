import fs from "node:fs";
import path from "node:path";
import { readConfiguration } from "./platform/configuration.ts";
import { openStorage } from "./platform/connection/open-storage.ts";
import { migrate } from "./platform/migrate.ts";
import { describeError, StartError } from "./platform/errors/source-places.ts";

/** Brings the database up to this version, also while instances of the previous version work with it. */
async function main() {
  const configuration = readConfiguration(process.env);
  const { databaseUrl, dataFolder } = configuration;
  if (databaseUrl === undefined && !fs.existsSync(path.join(dataFolder, "postgres")))
    throw new StartError(`There is no library in ${dataFolder}: set DATA_DIR or DATABASE_URL as for npm start.`);
  const { owner, stop } = await openStorage(configuration);
  try {
    const applied = await migrate(owner, { onEvent: say });
    say(applied.length === 0 ? "The database is up to date already." : `Applied ${applied.join(", ")}.`);
  } finally {
    await stop();
  }
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
});
