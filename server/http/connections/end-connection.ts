import { setImmediate as oneTurn } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Server } from "node:net";
import { HttpError } from "#server/refusals/http-error.ts";
import * as z from "zod";

const lingerMs = 1000;

/**
 * Closes the connection after this answer unless the whole request was read. The socket is drained for a moment first:
 * closing it on unread data would discard the answer.
 */
export function endUnlessRead({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (!isArriving(raw)) return;
  const { socket } = raw;
  reply.header("connection", "close");
  socket.destroySoon = () => {
    raw.unpipe().resume();
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}

/** Returns a signal that aborts when the client disconnects before its answer is complete. */
export function disconnection({ raw }: FastifyReply): AbortSignal {
  const hungUp = new AbortController();
  const abort = () => hungUp.abort(new HttpError(400));
  if (raw.closed) abort();
  else raw.once("close", abort);
  return hungUp.signal;
}

/** Waits one turn for the body: most arrive with the head, and a refusal then need not close the connection. */
export function awaitBodies(app: FastifyInstance): void {
  app.addHook("preParsing", async ({ raw }) => {
    if (isArriving(raw)) await oneTurn();
  });
}

/** Returns whether part of the body has yet to arrive; false for injected requests. */
const isArriving = ({ complete, headers }: FastifyRequest["raw"]) =>
  complete === false && (Number(headers["content-length"]) > 0 || headers["transfer-encoding"] !== undefined);

const maxConnections = 4000; // each may take some kB
const reserved = 128; // file descriptors for the database, the file store, the log, and startup

const report = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.coerce.number() }) }) });

/** Returns how many connections the descriptor limit allows, as each may also have a file open. */
export function connectionLimit(): number {
  const limit = report.safeParse(process.report.getReport()).data?.userLimits.open_files.soft ?? Number.NaN;
  return Number.isNaN(limit)
    ? maxConnections
    : Math.max(16, Math.min(maxConnections, Math.floor((limit - reserved) / 2)));
}

type HttpServer = Server & { closeIdleConnections?: () => void };

export function limitConnections(server: HttpServer, limit = connectionLimit()): void {
  server.maxConnections = limit;
  server.on("drop", () => server.closeIdleConnections?.()); // idle connections make room for requests
}
