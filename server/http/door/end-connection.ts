import { setImmediate as oneTurn } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Server } from "node:net";
import * as z from "zod";

const linger = 1000; // ms

/**
 * Ends the connection with this answer when the rest of its request is not read. The sender is heard for a moment
 * longer: closing on unread data would discard the answer on its way.
 */
export function endUnlessRead({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (!isArriving(raw)) return;
  const { socket } = raw;
  reply.header("connection", "close");
  socket.destroySoon = () => {
    raw.unpipe().resume();
    socket.end();
    setTimeout(() => socket.destroy(), linger).unref();
  };
}

/** Most bodies come with their head: a refusal that waits for them for a moment need not end the connection. */
export function awaitBodies(app: FastifyInstance): void {
  app.addHook("preParsing", async ({ raw }) => {
    if (isArriving(raw)) await oneTurn();
  });
}

/** Whether some of the body is still on its way; never for a request without a network. */
const isArriving = ({ complete, headers }: FastifyRequest["raw"]) =>
  complete === false && (Number(headers["content-length"]) > 0 || headers["transfer-encoding"] !== undefined);

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
