// Migrates on command and reports the applied files.
import { once } from "node:events";
import * as z from "zod";
import { migrate } from "#server/platform/migrate.ts";

const { CONNECTION = "", FOLDER = "" } = process.env;
const connection = z
  .union([
    z.object({ connectionString: z.string() }),
    z.object({ host: z.string(), port: z.number(), user: z.string(), database: z.string() }),
  ])
  .parse(JSON.parse(CONNECTION));
process.stdout.write("ready\n");
await once(process.stdin, "data");
process.stdin.destroy();
process.stdout.write(`applied ${JSON.stringify(await migrate(connection, { folder: FOLDER }))}\n`);
