// Migrates when told to, and says what it applied.
import { once } from "node:events";
import { migrate } from "#server/platform/migrate.ts";

const { CONNECTION = "", FOLDER = "" } = process.env;
process.stdout.write("ready\n");
await once(process.stdin, "data");
process.stdin.destroy();
process.stdout.write(`applied ${JSON.stringify(await migrate(JSON.parse(CONNECTION), FOLDER))}\n`);
