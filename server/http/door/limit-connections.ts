import type { Server } from "node:net";
import * as z from "zod";

const max = 4000; // connections; each may cost some kB
const ourOwn = 128; // descriptors for the database, the store of files, the log, and the start

const report = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.coerce.number() }) }) });

/** How many connections leave this process descriptors to work with: each may have a file open, too. */
export function roomForConnections(): number {
  const limit = report.safeParse(process.report.getReport()).data?.userLimits.open_files.soft ?? Number.NaN;
  return Number.isNaN(limit) ? max : Math.max(16, Math.min(max, Math.floor((limit - ourOwn) / 2)));
}

type HttpServer = Server & { closeIdleConnections?: () => void };

export function limitConnections(server: HttpServer, room = roomForConnections()): void {
  server.maxConnections = room;
  server.on("drop", () => server.closeIdleConnections?.()); // who only holds a place makes room for who asks
}
