import { randomUUID } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { bareAddress } from "../connections/refuse-odd-requests.ts";
import { internalAddress, wantsPage } from "../pages/send-page.ts";
import type { PageFacts } from "#contract/site/rendering.ts";

/** We generate request ids, because a caller could copy the id of another request. */
export const requestIds = { requestIdHeader: false, genReqId: () => randomUUID() } as const;

declare module "fastify" {
  interface FastifyRequest {
    /** The call, page, or route, such as "/user/viewitem/:id"; never the address itself, which may hold a secret. */
    pattern: string;
  }
}

/**
 * Logs a line per request, at debug level for scripts, styles, fonts, and pictures that were sent. Every line includes the
 * request's pattern, the caller's network, and a trusted proxy's ids.
 */
export function logRequests(app: FastifyInstance, pagePattern: PagePattern): void {
  app.decorateRequest("pattern", "none");
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    const { config, url } = request.routeOptions;
    request.pattern = config?.call ?? (request.is404 ? pagePattern(request) : url) ?? "none";
    const { log } = request;
    if (hasBindings(log))
      log.setBindings({ route: request.pattern, from: networkOf(request.ip), ...proxyIdsOf(request) });
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const level = isFile(request) && reply.statusCode < 400 ? "debug" : "info";
    request.log[level]({ method, status: reply.statusCode, ms }, "request");
  });
}

/** Returns whether the request is for a file rather than a call or a page. */
export const isFile = ({ routeOptions: { config }, url }: FastifyRequest) =>
  "file" in (config ?? {}) || /^\/(?:assets|media(?!\/documents))\//i.test(url);

/** Pino has `setBindings`; Fastify's logger type and its silent logger do not. */
const hasBindings = (log: object): log is { setBindings: (bindings: object) => void } => "setBindings" in log;

/** Returns the first 24 bits of an address, or the first 48 for IPv6: a school, not a person. Undefined after the caller hung up. */
function networkOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (address === internalAddress) return "itself";
  const bare = bareAddress(address);
  if (isIPv4(bare)) return `${bare.slice(0, bare.lastIndexOf("."))}.0/24`;
  if (!isIPv6(bare)) return undefined;
  const parsed = ipaddr.process(bare.replace(/%.*$/, ""));
  if (parsed.kind() === "ipv4") return networkOf(parsed.toString());
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/48`).toString()}/48`;
}

const idOfProxy = /^[\w.:+/=-]{1,100}$/;
const traceParent = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the ids that a trusted proxy gave the request; anyone else could send the ids of another request. */
function proxyIdsOf({ headers, ips = [] }: FastifyRequest): { proxyId?: string; trace?: string } {
  const { "x-request-id": id, traceparent } = headers;
  if (ips.length < 2) return {};
  const [, trace] = traceParent.exec(String(traceparent)) ?? [];
  return {
    ...(typeof id === "string" && idOfProxy.test(id) && { proxyId: id }),
    ...(trace !== undefined && { trace }),
  };
}

/** Returns the pattern of the requested page, such as "/user/viewitem/:id", or undefined. */
export type PagePattern = (request: Pick<FastifyRequest, "method" | "url">) => string | undefined;

/** Matches pages as the browser's router does: ignoring case and a trailing slash. */
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
    const pathname = (request.url.split("?")[0] ?? "").replace(/\/+$/, "") || "/";
    return fixed.get(pathname.toLowerCase()) ?? open.find(({ expression }) => expression.test(pathname))?.path;
  };
}
