import type { FastifyRequest } from "fastify";
import { isPath } from "#server/http/door/refuse-odd-requests.ts";

/** Whether a person at an address bar asks, rather than a program asking for data or a file. */
export function wantsPage({ method, url }: Pick<FastifyRequest, "method" | "url">): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    isPath(url) &&
    !/^\/(api|health|assets|media)(\/|$)/i.test(url.split("?")[0] ?? "")
  );
}
