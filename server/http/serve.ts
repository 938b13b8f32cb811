import {
  type Access,
  callParts,
  type Endpoint,
  type FileAnswer,
  type Given,
  type Received,
} from "#contract/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import { answerWriter } from "./envelope.ts";
import { requestReader } from "./read-request.ts";
import { dataHeaders } from "./security.ts";
import { admit, bearerToken, type Session } from "./session.ts";

/** Who calls, and the request itself for the few that need cookies or the address. */
export type Caller<A extends Access> = {
  session: A extends "anyone" ? Session | null : Session;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Answers one call of the contract. */
export type Handler<E extends Endpoint> = (received: Received<E>, caller: Caller<E["access"]>) => Promise<Given<E>>;

/** A limit of its own for a call that costs much: how often one address may make it. */
type Limit = { perMinute?: number };

const json = "application/json; charset=utf-8";

/**
 * Mounts one call of the contract: who may call, what it is sent and what it answers with are checked here, once.
 * The order is access, shape, rules, handler.
 */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  limit: Limit = {},
): void {
  const { method, path } = callParts(endpoint.call);
  const read = requestReader(endpoint);
  const write = "file" in endpoint ? undefined : answerWriter(endpoint);
  app.route({
    method,
    // to ask after a file without taking it would make it, and note it as taken
    ...("file" in endpoint && { exposeHeadRoute: false }),
    url: `/api/${path.replace(/\/$/, "").replace(/\{(\w+)(\??)\}/g, ":$1$2")}`,
    config: {
      call: endpoint.call,
      ...(limit.perMinute !== undefined && { rateLimit: { max: limit.perMinute, timeWindow: "1 minute" } }),
    },
    helmet: false,
    handler: async (request, reply) => {
      const token = bearerToken(request.headers.authorization);
      const session = token ? await app.readSession(token) : null;
      admit(endpoint.access, session);
      const received = read(request);
      /* oxlint-disable typescript/consistent-type-assertions -- the contract's types and its schemas are one
         declaration, which the compiler cannot follow through a map */
      const given = await handler(received as Received<E>, {
        session: session as Caller<E["access"]>["session"],
        request,
        reply,
      });
      reply.headers(dataHeaders);
      if (!write) return sendFile(reply, "file" in endpoint ? endpoint.file : "", given as FileAnswer);
      /* oxlint-enable typescript/consistent-type-assertions */
      return reply.type(json).send(write(given));
    },
  });
}

function sendFile(reply: FastifyReply, type: string, { fileName, content }: FileAnswer) {
  return reply
    .type(`${type}; charset=utf-8`)
    .header("content-disposition", `attachment; filename="${fileName.replace(/[^\w.-]/g, "_")}"`)
    .header("access-control-expose-headers", "Content-Disposition")
    .send(Readable.from(content, { objectMode: false })); // so that what waits to be sent is counted in bytes
}
