import {
  type Access,
  callParts,
  type Endpoint,
  type FileAnswer,
  type Given,
  type Received,
} from "#contract/wire/endpoint.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { unattendedHeader } from "#contract/wire/unattended.ts";
import type { LetIn } from "#server/platform/lists/long-list.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { Readable } from "node:stream";
import { answerWriter } from "./envelope.ts";
import { requestReader } from "./read-request.ts";
import { readForms, type UploadSentences, withUpload, withUploadStream } from "./uploads/read-upload.ts";
import { dataHeaders } from "./security.ts";
import { publicSender, type SameForAll } from "./public-answers.ts";
import { noteSecurity } from "./watch-security.ts";
import { admit, bearerToken, type Session } from "./caller.ts";

/** The caller, and the request itself for the few handlers that need cookies or the address. */
export type Caller<A extends Access> = {
  session: A extends "anyone" ? Session | null : Session;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Asked before a long list is given; throws when there is no room for it. */
  letIn: LetIn;
};

declare module "fastify" {
  interface FastifyInstance {
    /** The live session that a token names, or null when the token is not (or no longer) good; `onForged`: not ours. */
    readSession: (token: string, onForged?: () => void, isUnattended?: boolean) => Promise<Session | null>;
  }
  interface FastifyRequest {
    /** Who calls; read before the body is. */
    session: Session | null;
    /** The body is not JSON; only calls that read a body refuse it. */
    hasForeignBody: boolean;
  }
  interface FastifyContextConfig {
    /** The contract's name of the route, for the log. */
    call?: string;
    /** Its body may take long to arrive. */
    isUpload?: true;
  }
}

export type Handler<E extends Endpoint> = (received: Received<E>, caller: Caller<E["access"]>) => Promise<Given<E>>;

/**
 * Requests per minute and address, the largest upload in bytes, and how long an upload may stall, in ms. `maxAge`: seconds for
 * which a browser may keep an answer that is the same for everyone without asking again.
 */
type Limits<E extends Endpoint> = {
  perMinute?: number;
  sameForAll?: SameForAll<E>;
  maxAge?: number;
  uploadBytes?: number;
  uploadSilence?: number;
  uploadSentences?: UploadSentences;
};

const json = "application/json; charset=utf-8";

/** Mounts one call of the contract: access, shape, rules, and then the handler. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  limits: Limits<E> = {},
): void {
  const { method, path } = callParts(endpoint.call);
  const read = requestReader(endpoint);
  const write = "file" in endpoint ? undefined : answerWriter(endpoint);
  const { uploadBytes: most = 1024 * 1024, uploadSilence: silence = 15_000, uploadSentences: sentences } = limits;
  const upload = endpoint.upload ? { field: endpoint.upload, most, silence, sentences } : undefined;
  const take = endpoint.streamed ? withUploadStream : withUpload;
  const { sameForAll } = limits;
  const sendPublic = sameForAll && publicSender(app, endpoint, limits.maxAge);
  const route: RouteOptions = {
    method,
    // a HEAD request would generate the file and audit it as downloaded
    ...("file" in endpoint && { exposeHeadRoute: false }),
    url: routeOf(path),
    ...(endpoint.bodyBytes !== undefined && { bodyLimit: endpoint.bodyBytes }),
    config: {
      call: endpoint.call,
      ...(upload && { isUpload: true as const }),
      ...(limits.perMinute !== undefined && { rateLimit: { max: limits.perMinute, timeWindow: "1 minute" } }),
    },
    helmet: false,
    // after the limits, which are counted on request, and before any of the body is read
    preParsing: async (request) => {
      const token = bearerToken(request.headers.authorization);
      const forged = () => noteSecurity(request, { isTokenForged: true });
      const isUnattended = request.method === "GET" && unattendedHeader in request.headers;
      request.session = admit(endpoint, token ? await app.readSession(token, forged, isUnattended) : null);
    },
    handler: async (request, reply) => {
      const { session } = request;
      const checked = read(request);
      /* oxlint-disable typescript/consistent-type-assertions -- the contract's types and its schemas are one
         declaration, which the compiler cannot follow through a map */
      const give = async () => {
        const leave = upload ? () => {} : app.enterCall(request, reply); // an upload takes as long as its sender
        const letIn = () => {
          leave(); // long lists have a line of their own
          return app.letInToLongList({ request, reply, isStaff: session?.userTypeId === userTypes.admin });
        };
        const caller = { session: session as Caller<E["access"]>["session"], request, reply, letIn };
        const handle = (received: unknown) => handler(received as Received<E>, caller);
        try {
          if ("file" in endpoint) await letIn();
          const given: unknown = upload
            ? await take({ request, reply }, upload, (file) => handle({ ...checked, upload: file }))
            : await handle(checked);
          if (method !== "GET" && session) app.answerCache.clear();
          return given;
        } finally {
          leave();
        }
      };
      if (sendPublic && (sameForAll === true || sameForAll?.(checked as Received<E>, session)))
        return sendPublic({ request, reply }, checked, give);
      const given = await give();
      reply.headers(dataHeaders);
      if (limits.maxAge !== undefined) reply.header("cache-control", `public, max-age=${limits.maxAge}`);
      if (!write) return sendFile(reply, "file" in endpoint ? endpoint.file : "", given as FileAnswer);
      /* oxlint-enable typescript/consistent-type-assertions */
      const written = write(given);
      return reply.type(json).send(typeof written === "string" ? written : Readable.from(written));
    },
  };
  if (!upload) {
    app.route(route);
    return;
  }
  void app.register(async (scope) => {
    await readForms(scope);
    scope.route(route);
  });
}

export function routeOf(path: string): string {
  return `/api/${path.replace(/\/$/, "").replace(/\{(\w+)(\??)\}/g, ":$1$2")}`;
}

function sendFile(reply: FastifyReply, type: string, { fileName, content }: FileAnswer) {
  return reply
    .type(`${type}; charset=utf-8`)
    .header("content-disposition", `attachment; filename="${fileName.replace(/[^\w.-]/g, "_")}"`)
    .header("access-control-expose-headers", "Content-Disposition")
    .send(Readable.from(content, { objectMode: false })); // so that buffered data is counted in bytes
}
