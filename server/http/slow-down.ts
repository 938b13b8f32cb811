import type { FastifyReply } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";

/** Refuses a caller who has to wait for this many seconds; 0 lets them pass. */
export function slowDown(reply: FastifyReply, wait: number): void {
  if (wait === 0) return;
  reply.header("retry-after", wait);
  throw new HttpError(429);
}
