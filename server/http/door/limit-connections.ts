import proxyAddr from "@fastify/proxy-addr";
import ipaddr from "ipaddr.js";
import type { Server, Socket } from "node:net";
import * as z from "zod";
import type { Configuration } from "#server/platform/configuration.ts";

type Settings = Pick<Configuration, "trustProxy" | "rateLimitScale">;

const most = 4000; // connections; each may cost some kB
const ourOwn = 128; // descriptors for the database, the store of files, the log, and the start
const share = 1 / 4; // of all connections, for one address: a school has one, and so does an attacker

const report = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.coerce.number() }) }) });

/** How many connections leave this process descriptors to work with: each may have a file open, too. */
export function roomForConnections(): number {
  const limit = report.safeParse(process.report.getReport()).data?.userLimits.open_files.soft ?? Number.NaN;
  return Number.isNaN(limit) ? most : Math.max(16, Math.min(most, Math.floor((limit - ourOwn) / 2)));
}

type HttpServer = Server & { closeIdleConnections?: () => void };

/**
 * Limits the connections, in all and for each address. A trusted proxy's are not counted for its address: they are
 * those of many visitors.
 */
export function limitConnections(server: HttpServer, { trustProxy, rateLimitScale }: Settings, room: number): void {
  server.maxConnections = room;
  server.on("drop", () => server.closeIdleConnections?.()); // who only holds a place makes room for who asks
  const each = Math.max(8, Math.floor(room * share * rateLimitScale));
  const isProxy =
    typeof trustProxy === "number" ? () => true : trustProxy ? proxyAddr.compile(trustProxy) : () => false;
  const count = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress, 0)) return;
    const place = placeOf(remoteAddress);
    const held = (count.get(place) ?? 0) + 1;
    count.set(place, held);
    socket.once("close", () => {
      const left = (count.get(place) ?? 1) - 1;
      if (left > 0) count.set(place, left);
      else count.delete(place);
    });
    if (held > each) socket.destroy();
  });
}

/** Who is counted as one: an address, or the 64 bits of an IPv6 network that one customer is given. */
export function placeOf(address: string): string {
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv4" ? parsed.toString() : parsed.toByteArray().slice(0, 8).join(".");
}
