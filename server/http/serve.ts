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
import type { Clock } from "#server/platform/clock.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import type { ClaimListSlot } from "#server/platform/lists/long-list.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { Readable } from "node:stream";
import { answerWriter } from "./envelope.ts";
import { requestReader } from "./read-request.ts";
import { readForms, type UploadSentences, withUpload, withUploadStream } from "./uploads/read-upload.ts";
import { disconnection } from "./connections/end-connection.ts";
import { dataHeaders } from "./security.ts";
import { publicSender, type SameForAll } from "./public-answers.ts";
import { noteSecurity } from "./watch-security.ts";
import { admit, bearerToken, type Session } from "./caller.ts";

/** The caller, with the request and reply for the few handlers that need cookies or the address. */
export type Caller<A extends Access> = {
  session: A extends "anyone" ? Session | null : Session;
  /** The caller and the time, for what the call changes. */
  actor: A extends "anyone" ? Actor | null : Actor;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Call it before returning a long list; it waits for a slot and throws 429 or 503 without one. */
  claimListSlot: ClaimListSlot;
  /** Returns a signal that aborts when the client disconnects. */
  disconnected: () => AbortSignal;
};

declare module "fastify" {
  interface FastifyInstance {
    clock: Clock;
    /** Returns the session of a token, or null if the token is invalid or expired; calls `onForged` if it is not ours. */
    readSession: (token: string, onForged?: () => void, isUnattended?: boolean) => Promise<Session | null>;
  }
  interface FastifyRequest {
    /** The caller's session, known before the body is read. */
    session: Session | null;
    /** True if the body is not JSON, which only calls that read a body refuse. */
    hasForeignBody: boolean;
  }
  interface FastifyContextConfig {
    /** The call's name in the contract. */
    call?: string;
    isUpload?: true;
  }
}

export type Handler<E extends Endpoint> = (received: Received<E>, caller: Caller<E["access"]>) => Promise<Given<E>>;

type Limits<E extends Endpoint> = {
  /** Per address. */
  perMinute?: number;
  sameForAll?: SameForAll<E>;
  /** How long a browser may keep a public answer without asking again, in seconds. */
  maxAge?: number;
  uploadBytes?: number;
  /** How long an upload may stall. */
  uploadStallMs?: number;
  uploadSentences?: UploadSentences;
};

const json = "application/json; charset=utf-8";

/** Mounts one call of the contract: checks access, shape, and rules, and then runs the handler. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  limits: Limits<E> = {},
): void {
  const { method, path } = callParts(endpoint.call);
  const read = requestReader(endpoint);
  const write = "file" in endpoint ? undefined : answerWriter(endpoint);
  const { uploadBytes: maxBytes = 1024 * 1024, uploadStallMs: stallMs = 15_000, uploadSentences: sentences } = limits;
  const upload = endpoint.upload ? { field: endpoint.upload, maxBytes, stallMs, sentences } : undefined;
  const receive = endpoint.streamed ? withUploadStream : withUpload;
  const { sameForAll } = limits;
  const sendPublic = sameForAll && publicSender(app, endpoint, limits.maxAge);
  const route: RouteOptions = {
    method,
    // a HEAD request would generate the file and record it in the activity log as downloaded
    ...("file" in endpoint && { exposeHeadRoute: false }),
    url: routeOf(path),
    ...(endpoint.bodyBytes !== undefined && { bodyLimit: endpoint.bodyBytes }),
    config: {
      call: endpoint.call,
      ...(upload && { isUpload: true as const }),
      ...(limits.perMinute !== undefined && { rateLimit: { max: limits.perMinute, timeWindow: "1 minute" } }),
    },
    helmet: false,
    // after the rate limits (onRequest) and before the body is read
    preParsing: async (request) => {
      const token = bearerToken(request.headers.authorization);
      const noteForgery = () => noteSecurity(request, { isTokenForged: true });
      const isUnattended = request.method === "GET" && unattendedHeader in request.headers;
      request.session = admit(endpoint, token ? await app.readSession(token, noteForgery, isUnattended) : null);
    },
    handler: async (request, reply) => {
      const { session } = request;
      const checked = read(request);
      /* oxlint-disable typescript/consistent-type-assertions -- the contract's types and its schemas are one
         declaration, which the compiler cannot follow through a map */
      const handle = async () => {
        const endCall = upload ? () => {} : app.beginCall(request, reply); // an upload takes as long as its sender
        const claimListSlot = () => {
          endCall(); // long lists have a limit of their own
          return app.claimListSlot({ request, reply, isStaff: session?.userTypeId === userTypes.admin });
        };
        const caller = {
          session: session as Caller<E["access"]>["session"],
          get actor() {
            const actor = session && { userId: session.userId, at: app.clock.now() };
            return actor as Caller<E["access"]>["actor"];
          },
          request,
          reply,
          claimListSlot,
          disconnected: () => disconnection(reply),
        };
        const run = (received: unknown) => handler(received as Received<E>, caller);
        try {
          if ("file" in endpoint) await claimListSlot();
          const result: unknown = upload
            ? await receive({ request, reply }, upload, (file) => run({ ...checked, upload: file }))
            : await run(checked);
          if (method !== "GET" && session) app.answerCache.clear();
          return result;
        } finally {
          endCall();
        }
      };
      if (sendPublic && (sameForAll === true || sameForAll?.(checked as Received<E>, session)))
        return sendPublic({ request, reply }, checked, handle);
      const result = await handle();
      reply.headers(dataHeaders);
      if (limits.maxAge !== undefined) reply.header("cache-control", `public, max-age=${limits.maxAge}`);
      if (!write) return sendFile(reply, "file" in endpoint ? endpoint.file : "", result as FileAnswer);
      /* oxlint-enable typescript/consistent-type-assertions */
      const output = write(result);
      return reply.type(json).send(typeof output === "string" ? output : Readable.from(output));
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
    .send(content instanceof Uint8Array ? content : Readable.from(content, { objectMode: false })); // so that the stream buffers bytes, not objects
}
