import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { ConnectionSettings } from "#server/platform/connection/connection-settings.ts";
import { atTheEnd } from "#server/test/ends/at-the-end.ts";

/**
 * Starts a proxy to the database. It can fall silent like a frozen server, with open connections and no data; close like a
 * server that stops; and break current connections at their next use, like a firewall that dropped them.
 */
export async function silentProxy(server: ConnectionSettings) {
  if (!("host" in server)) throw new Error("The proxy needs the server's host.");
  let isSilent = false;
  let accepted = 0;
  const pairs = new Set<readonly [Socket, Socket]>();
  const pass = ([caller, upstream]: readonly [Socket, Socket]) => {
    caller.pipe(upstream);
    upstream.pipe(caller);
  };
  const listener = createServer((caller) => {
    accepted += 1;
    const pair = [caller, connect(`${server.host}/.s.PGSQL.${server.port}`)] as const;
    pairs.add(pair);
    const end = () => {
      for (const socket of pair) socket.destroy();
      pairs.delete(pair);
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    if (!isSilent) pass(pair);
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  atTheEnd(() => {
    for (const [caller] of pairs) caller.destroy();
    listener.close();
  });
  const address = listener.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    connection: { ...server, host: "127.0.0.1", port },
    connections: () => pairs.size,
    /** The number of connections so far. */
    accepted: () => accepted,
    fallSilent: () => {
      isSilent = true;
      for (const [caller, upstream] of pairs) {
        caller.unpipe(upstream);
        upstream.unpipe(caller);
      }
    },
    breakOnUse: () => {
      for (const [caller, upstream] of pairs) {
        caller.unpipe(upstream);
        caller.once("data", () => caller.destroy()).resume();
      }
    },
    close: () => {
      listener.close();
      for (const [caller] of pairs) caller.destroy();
    },
    open: async () => {
      listener.listen(port, "127.0.0.1");
      await once(listener, "listening");
    },
    speak: () => {
      isSilent = false;
      for (const pair of pairs) pass(pair);
    },
  };
}
