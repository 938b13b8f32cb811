import { roomForConnections } from "#server/http/door/limit-connections.ts";

console.log(`room for ${roomForConnections()} connections`);
