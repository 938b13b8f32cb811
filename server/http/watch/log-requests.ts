import { randomUUID } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { bareAddress } from "../door/refuse-odd-requests.ts";
import { insider } from "../pages/send-page.ts";
import type { PageFacts } from "#contract/site/rendering.ts";
import { wantsPage } from "../pages/wants-page.ts";

/** We generate request ids: a caller's id could forge another request's trace. */
export const requestIds = { requestIdHeader: false, genReqId: () => randomUUID() } as const;

declare module "fastify" {
  interface FastifyRequest {
    /** Its call, page, or route: "GET News/GetTopics", "/user/viewitem/:id"; never an address, which may hold a secret. */
    pattern: string;
  }
}

/**
 * One line per request; this and each other line of it has its pattern, the part of the network that it came from, and what
 * a trusted proxy calls it.
 */
export function logRequests(app: FastifyInstance, pagePattern: PagePattern): void {
  app.decorateRequest("pattern", "none");
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    const { config, url } = request.routeOptions;
    request.pattern = config?.call ?? (request.is404 ? pagePattern(request) : url) ?? "none";
    const { log } = request;
    if (hasBindings(log)) log.setBindings({ route: request.pattern, from: networkOf(request.ip), ...namesOf(request) });
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ method, status: reply.statusCode, ms }, "request");
  });
}

/** Pino has it; Fastify's type of a log, and the one that writes nothing, do not. */
const hasBindings = (log: object): log is { setBindings: (bindings: object) => void } => "setBindings" in log;

/** The first 24 bits of an address, or 48 of IPv6: a school, not a person. Undefined for what is none, as of who hung up. */
function networkOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (address === insider) return "itself";
  const bare = bareAddress(address);
  if (isIPv4(bare)) return `${bare.slice(0, bare.lastIndexOf("."))}.0/24`;
  if (!isIPv6(bare)) return undefined;
  const known = ipaddr.process(bare.replace(/%.*$/, ""));
  if (known.kind() === "ipv4") return networkOf(known.toString());
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${known.toString()}/48`).toString()}/48`;
}

const idOfProxy = /^[\w.:+/=-]{1,100}$/;
const traceParent = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** What a proxy named by TRUST_PROXY calls the request: anybody else could give it the name of another. */
function namesOf({ headers, ips = [] }: FastifyRequest): { proxyId?: string; trace?: string } {
  const { "x-request-id": id, traceparent } = headers;
  if (ips.length < 2) return {};
  const [, trace] = traceParent.exec(String(traceparent)) ?? [];
  return {
    ...(typeof id === "string" && idOfProxy.test(id) && { proxyId: id }),
    ...(trace !== undefined && { trace }),
  };
}

/** The pattern of the page that a request asks for: "/user/viewitem/:id"; undefined where there is none. */
export type PagePattern = (request: Pick<FastifyRequest, "method" | "url">) => string | undefined;

/** Finds pages by their rows, as the browser's router does: without case, and with or without a slash at the end. */
export function pagePatterns(pages: readonly Pick<PageFacts, "path">[]): PagePattern {
  const patterns = pages.map(({ path }) => path.replace(/^\/?/, "/"));
  const fixed = new Map(patterns.filter((path) => !path.includes(":")).map((path) => [path.toLowerCase(), path]));
  const open = patterns
    .filter((path) => path.includes(":"))
    .map((path) => ({
      path,
      expression: new RegExp(`^${path.replace(/\/:\w+\?/g, "(?:/[^/]+)?").replace(/:\w+/g, "[^/]+")}$`, "i"),
    }));
  return (request) => {
    if (!wantsPage(request)) return undefined;
    const asked = (request.url.split("?")[0] ?? "").replace(/\/+$/, "") || "/";
    return fixed.get(asked.toLowerCase()) ?? open.find(({ expression }) => expression.test(asked))?.path;
  };
}
