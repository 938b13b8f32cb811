import { readConfiguration } from "./platform/configuration.ts";
import { argumentsOf, print, runCommand } from "./platform/environment/command-arguments.ts";
import { openStorage, requireLibrary } from "./platform/connection/open-storage.ts";
import { migrate } from "./platform/migrate.ts";
import { StartError } from "./platform/errors/source-places.ts";

const usage = "Usage: npm run migrate";

/** Migrates the database to this version; instances of the previous version may keep running. */
async function main(args: string[]) {
  if (argumentsOf(args, {}, usage).positionals.length > 0) throw new StartError(usage);
  const configuration = readConfiguration(process.env);
  requireLibrary(configuration);
  const { owner, stop } = await openStorage(configuration);
  try {
    const applied = await migrate(owner, { onEvent: print });
    print(applied.length === 0 ? "The database is already up to date." : `Applied ${applied.join(", ")}.`);
  } finally {
    await stop();
  }
}

runCommand(main);
