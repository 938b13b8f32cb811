import type { FastifyRequest } from "fastify";
import { isPath } from "#server/http/connections/refuse-odd-requests.ts";

/** Whether the request is for a page rather than for data or a file. */
export function wantsPage({ method, url }: Pick<FastifyRequest, "method" | "url">): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    isPath(url) &&
    !/^\/(api|health|assets|media)(\/|$)/i.test(url.split("?")[0] ?? "")
  );
}
