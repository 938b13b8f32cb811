import { roomForConnections } from "#server/http/door/limit-connections.ts";

process.stdout.write(`room for ${roomForConnections()} connections\n`);
