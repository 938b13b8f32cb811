import { isIP, type Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";
import ipaddr from "ipaddr.js";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Warnings } from "#server/platform/setup/warnings.ts";

/**
 * Rejects requests that no honest client sends or that a proxy could read differently. Also closes a connection that
 * sends its next request before the answer: Node would start them all, and each could leave a file open.
 */
export function refuseOddRequests(app: FastifyInstance): void {
  const unanswered = new WeakSet<Socket>();
  app.addHook("onRequest", async (request, reply) => {
    const { httpVersion, url = "", headers, socket } = request.raw;
    if (unanswered.has(socket)) socket.destroy();
    unanswered.add(socket);
    reply.raw.once("close", () => unanswered.delete(socket));
    const isOdd =
      !isPath(url) ||
      !/^1\.[01]$/.test(httpVersion) ||
      (httpVersion === "1.0" && headers["transfer-encoding"] !== undefined) ||
      (httpVersion === "1.1" && headers.host === undefined) ||
      hostsOf(request) > 1 ||
      socket.remoteAddress === undefined; // the caller has hung up
    if (isOdd || !hasValidAddress(request)) throw new HttpError(400);
  });
}

/** Returns whether the request target is a path rather than `http://host/path` or `*`. */
export const isPath = (url: string): boolean => url.startsWith("/");

const hostsOf = ({ raw: { rawHeaders } }: FastifyRequest) =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;

/**
 * Strips ports and brackets from X-Forwarded-For, so that a caller's port does not make another caller. False when a
 * trusted proxy sends something that is not an address.
 */
function hasValidAddress(request: FastifyRequest): boolean {
  const { headers } = request.raw;
  const forwarded = headers["x-forwarded-for"];
  if (forwarded === undefined) return true;
  headers["x-forwarded-for"] = String(forwarded).split(",").map(bareAddress).join(", ");
  return isIP(request.ip) > 0;
}

export function bareAddress(entry: string): string {
  const [, ipv6, ipv4] = /^\s*(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?\s*$/.exec(entry) ?? [];
  return ipv6 ?? ipv4 ?? entry.trim();
}

/**
 * Warns once when requests come through a proxy that the settings do not mention. Only nearby addresses count: anyone
 * on the internet could send the header.
 */
export function noticeProxy(
  app: FastifyInstance,
  { trustProxy }: Pick<Configuration, "trustProxy">,
  warnings: Warnings,
): void {
  if (trustProxy !== false) return;
  app.addHook("onRequest", async ({ headers, raw }) => {
    if (headers["x-forwarded-for"] === undefined || warnings.has("proxy")) return;
    if (!isNearby(raw.socket.remoteAddress ?? "")) return;
    warnings.raise(
      "proxy",
      "Requests arrive with X-Forwarded-For, but TRUST_PROXY is off, so everyone behind the proxy shares its address and its " +
        "rate limit. Set TRUST_PROXY to the number of proxies or to their addresses.",
    );
  });
}

const nearbyRanges = new Set(["private", "loopback", "linkLocal", "uniqueLocal", "carrierGradeNat"]);

function isNearby(address: string): boolean {
  return ipaddr.isValid(address) && nearbyRanges.has(ipaddr.process(address).range());
}
