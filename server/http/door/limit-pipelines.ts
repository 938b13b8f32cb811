import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";

const most = 16; // unanswered requests of one connection; browsers send the next after the answer

type Line = { unanswered: number; waiting: (() => void)[] };

/**
 * Answers the requests of a connection one after the other, and ends a connection that goes on asking. Node hands over
 * all that one has sent at once: each could open a file, and none would close it when the sender hangs up.
 */
export function limitPipelines(app: FastifyInstance): void {
  const lines = new WeakMap<Socket, Line>();
  app.addHook("onRequest", async ({ raw: { socket } }, reply) => {
    const line = lines.get(socket) ?? lineOf(socket);
    lines.set(socket, line);
    line.unanswered += 1;
    reply.raw.once("close", () => {
      line.unanswered -= 1;
      line.waiting.shift()?.();
    });
    if (line.unanswered > most) socket.destroy();
    if (line.unanswered > 1 && !socket.destroyed) await new Promise<void>((resolve) => line.waiting.push(resolve));
    if (socket.destroyed) throw new HttpError(400);
  });
}

function lineOf(socket: Socket): Line {
  const line: Line = { unanswered: 0, waiting: [] };
  socket.once("close", () => line.waiting.splice(0).forEach((go) => go()));
  return line;
}
