import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Warnings } from "#server/platform/setup/setup-checks.ts";

/**
 * Warns once when a proxy is in front that the settings do not name. It is near: from a public address anybody could send the
 * header.
 */
export function noticeProxy(
  app: FastifyInstance,
  { trustProxy }: Pick<Configuration, "trustProxy">,
  warnings: Warnings,
): void {
  if (trustProxy !== false) return;
  app.addHook("onRequest", async ({ headers, raw }) => {
    if (headers["x-forwarded-for"] === undefined || warnings.has("proxy")) return;
    if (!isNear(raw.socket.remoteAddress ?? "")) return;
    warnings.raise(
      "proxy",
      "Requests arrive with X-Forwarded-For, but TRUST_PROXY is off: everybody behind the proxy has its address, and shares one " +
        "limit of requests. Set TRUST_PROXY to the number of proxies, or to their addresses.",
    );
  });
}

const near = new Set(["private", "loopback", "linkLocal", "uniqueLocal", "carrierGradeNat"]);

function isNear(address: string): boolean {
  return ipaddr.isValid(address) && near.has(ipaddr.process(address).range());
}
