import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Warnings } from "#server/platform/setup/setup-checks.ts";

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
