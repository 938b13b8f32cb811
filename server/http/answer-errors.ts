import { type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ownMessages } from "#contract/wire/messages.ts";
import { isDatabaseTrouble, isDiskFull, isMissing, isOutage } from "#server/platform/errors/database-errors.ts";
import { endUnlessRead } from "./connections/end-connection.ts";
import { failure } from "./envelope.ts";
import { dataHeaders } from "./security.ts";
import { noteSecurity } from "./watch-security.ts";
import { errorCode } from "#server/platform/errors/error-code.ts";
import { HttpError, sentenceOf } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { sendBusyPage } from "./pages/short-page.ts";
import { wantsPage } from "./pages/send-page.ts";

const json = "application/json; charset=utf-8";

/** Answers a thrown error with the envelope. A fault is logged here, once, and reveals nothing to the caller. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  reply.type(json).headers(dataHeaders);
  endUnlessRead(request, reply);
  if (error instanceof Refusal) {
    noteSecurity(request, { refusal: error.reason.kind });
    if (error.cause !== undefined) request.log.error({ err: error.cause }, "fault");
    return reply.code(200).send(failure(error.message, error));
  }
  const status = statusOf(error);
  if (status === 429 && request.is404 && wantsPage(request)) return sendBusyPage(request, reply.code(status));
  if (status === 503 && !reply.hasHeader("retry-after")) reply.header("retry-after", retryAfter);
  if (error instanceof HttpError) {
    if (error.retryAfter !== undefined) reply.header("retry-after", error.retryAfter);
    return reply.code(status).send(failure(error.message));
  }
  if (isDiskFull(error)) {
    if (request.server.noteFullDisk()) request.log.warn({ trouble: String(error) }, "a disk is full");
    return reply.code(status).send(failure(ownMessages.diskFull));
  }
  logFault(error, request, status);
  return reply.code(status).send(failure(sentenceOf(status)));
}

function logFault(error: unknown, { log }: FastifyRequest, status: number): void {
  if (isOutage(error)) log.debug({ trouble: String(error) }, "the database is away");
  else if (status === 503) log.warn({ trouble: String(error) }, "the database is in trouble");
  else if (isMissing(error)) log.warn({ trouble: String(error) }, "a referenced row is gone");
  else if (status >= 500) log.error({ err: error }, "fault");
}

/** Fastify's own log lines: only faults, because `logRequests` writes the line of each request. */
export class FaultLog extends LogController {
  override incomingRequest(): void {}
  override requestCompleted(): void {}
  override routeNotFound(): void {}

  /** Logs what interrupted an answer, unless the caller hung up. */
  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (!reply.raw.destroyed) logFault(error, request, statusOf(error));
  }
}

const retryAfter = 5; // seconds

/** Answers bytes that are not a readable request and closes the connection. */
export function answerUnreadable(error: Error, socket: Socket, headers: Record<string, string>): void {
  if (!socket.writable || errorCode(error) === "ECONNRESET") return;
  const status = statusOfParserError[errorCode(error) ?? ""] ?? 400;
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

const statusOfParserError: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

function statusOf(error: unknown): number {
  if (isDatabaseTrouble(error) || isDiskFull(error)) return 503;
  if (isMissing(error)) return 404; // such as a title deleted while someone was using it
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 600 ? status : 500;
}
