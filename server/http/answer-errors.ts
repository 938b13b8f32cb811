import type { FastifyReply, FastifyRequest } from "fastify";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { DatabaseUnreachable, OutcomeUnknown, TooContended } from "#server/platform/database-errors.ts";
import { endUnlessRead } from "./door/end-connection.ts";
import { failure } from "./envelope.ts";
import { dataHeaders } from "./security.ts";
import { errorCode } from "#server/platform/error-code.ts";
import { HttpError, sentenceOf } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";

const json = "application/json; charset=utf-8";

/** Turns a thrown error into the envelope. A fault is logged once, here, and reveals nothing about itself. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  reply.type(json).headers(dataHeaders);
  endUnlessRead(request, reply);
  if (error instanceof Refusal) return reply.code(200).send(failure(error.message, error));
  if (error instanceof HttpError) return reply.code(error.statusCode).send(failure(error.message));
  const status = statusOf(error);
  if (status >= 500 && status !== 503) request.log.error({ err: error }, "fault");
  return reply.code(status).send(failure(sentenceOf(status)));
}

/** Answers what could not be read as a request at all, on the bare connection, which ends with it. */
export function answerUnreadable(error: Error, socket: Socket, headers: Record<string, string>): void {
  if (!socket.writable || errorCode(error) === "ECONNRESET") return;
  const status = unreadable[errorCode(error) ?? ""] ?? 400;
  const body = failure(sentenceOf(status));
  const lines = Object.entries({
    ...dataHeaders,
    ...headers,
    "content-type": json,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  socket.destroySoon();
}

const unreadable: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Fastify's errors carry their status: broken JSON, too large, under pressure. Database trouble means "try again". */
function statusOf(error: unknown): number {
  if (error instanceof DatabaseUnreachable || error instanceof TooContended || error instanceof OutcomeUnknown)
    return 503;
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 600 ? status : 500;
}
