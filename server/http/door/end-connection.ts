import { setImmediate as oneTurn } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";

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

/** Ends requests whose body drips in. Uploads have their own patience. */
export function hurryBodies(app: FastifyInstance, patience = 15_000): void {
  app.addHook("preParsing", async ({ raw, routeOptions }) => {
    if (!isArriving(raw)) return;
    await oneTurn(); // most bodies come with their head
    if (!isArriving(raw) || routeOptions.config?.isUpload) return;
    const timer = setTimeout(() => {
      if (!isArriving(raw)) return;
      if (raw.listenerCount("error") > 0) raw.emit("error", new HttpError(408)); // who reads the body answers
      else raw.destroy();
    }, patience);
    raw.once("close", () => clearTimeout(timer));
  });
}

/** Whether some of the body is still on its way; never for a request without a network. */
const isArriving = ({ complete, headers }: FastifyRequest["raw"]) =>
  complete === false && (Number(headers["content-length"]) > 0 || headers["transfer-encoding"] !== undefined);
