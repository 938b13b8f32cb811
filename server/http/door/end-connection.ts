import { setImmediate as oneTurn } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

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
