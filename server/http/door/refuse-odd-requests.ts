import { isIP, type Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";

/**
 * Refuses what no honest client sends and what a proxy could understand in another way than we do: another version of
 * HTTP, an address with a host in it, no host or two, a body in pieces in HTTP/1.0, a forwarded address that is none, and a
 * request before the answer to the one before: Node would begin them all, and each could hold a file that nobody closes.
 */
export function refuseOddRequests(app: FastifyInstance): void {
  const unanswered = new WeakSet<Socket>();
  app.addHook("onRequest", async (request, reply) => {
    const { socket: sender } = request.raw;
    if (unanswered.has(sender)) sender.destroy();
    unanswered.add(sender);
    reply.raw.once("close", () => unanswered.delete(sender));
    const { httpVersion, url = "", headers, socket } = request.raw;
    const isOdd =
      !isPath(url) ||
      !/^1\.[01]$/.test(httpVersion) ||
      (httpVersion === "1.0" && headers["transfer-encoding"] !== undefined) ||
      (httpVersion === "1.1" && headers.host === undefined) ||
      hostsOf(request) > 1 ||
      socket.remoteAddress === undefined; // the caller has hung up
    if (isOdd || !hasRealAddress(request)) throw new HttpError(400);
  });
}

/** Whether a request's target is a path, as it has to be for us: not `http://host/path`, not `*`. */
export const isPath = (url: string): boolean => url.startsWith("/");

const hostsOf = ({ raw: { rawHeaders } }: FastifyRequest) =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;

/**
 * Leaves addresses without ports and brackets in the header of the proxies, so that a caller's port does not make
 * another caller. False when the address that a trusted proxy tells us is none.
 */
function hasRealAddress(request: FastifyRequest): boolean {
  const { headers } = request.raw;
  const forwarded = headers["x-forwarded-for"];
  if (forwarded === undefined) return true;
  headers["x-forwarded-for"] = String(forwarded).split(",").map(bareAddress).join(", ");
  return isIP(request.ip) > 0;
}

export function bareAddress(entry: string): string {
  const [, six, four] = /^\s*(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?\s*$/.exec(entry) ?? [];
  return six ?? four ?? entry.trim();
}
