import { connectionLimit } from "#server/http/connections/end-connection.ts";

process.stdout.write(`room for ${connectionLimit()} connections\n`);
