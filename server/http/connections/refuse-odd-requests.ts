import { isIP, type Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";

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

/** Whether the request target is a path rather than `http://host/path` or `*`. */
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
