import type { FastifyReply } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";

/** Sends a caller away who has to wait for so many seconds; 0 lets them go on. */
export function slowDown(reply: FastifyReply, wait: number): void {
  if (wait === 0) return;
  reply.header("retry-after", wait);
  throw new HttpError(429);
}
