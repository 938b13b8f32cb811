import type { FastifyReply, FastifyRequest } from "fastify";
import { DatabaseUnreachable, OutcomeUnknown, TooContended } from "#server/platform/database-errors.ts";
import { failure } from "./envelope.ts";
import { dataHeaders } from "./security.ts";
import { HttpError, sentenceOf } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";

const json = "application/json; charset=utf-8";

/** Turns a thrown error into the envelope. A fault is logged once, here, and reveals nothing about itself. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  reply.type(json).headers(dataHeaders);
  if (error instanceof Refusal) return reply.code(200).send(failure(error.message, error));
  if (error instanceof HttpError) return reply.code(error.statusCode).send(failure(error.message));
  const status = statusOf(error);
  if (status >= 500 && status !== 503) request.log.error({ err: error }, "fault");
  return reply.code(status).send(failure(sentenceOf(status)));
}

/** Fastify's errors carry their status: broken JSON, too large, under pressure. Database trouble means "try again". */
function statusOf(error: unknown): number {
  if (error instanceof DatabaseUnreachable || error instanceof TooContended || error instanceof OutcomeUnknown)
    return 503;
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 600 ? status : 500;
}
