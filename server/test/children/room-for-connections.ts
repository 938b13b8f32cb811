import { roomForConnections } from "#server/http/door/end-connection.ts";

process.stdout.write(`room for ${roomForConnections()} connections\n`);
