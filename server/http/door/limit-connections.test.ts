import { Agent, createServer, get } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { startChild } from "#server/test/child-process.ts";
import { limitConnections, placeOf, roomForConnections } from "./limit-connections.ts";

const ends: (() => unknown)[] = [];
afterEach(() => ends.splice(0).forEach((end) => void end()));

/** A server with room for 40 connections, 10 of them for one address. */
async function limited(trustProxy: false | number | string[], answer = true) {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    if (answer) response.end("here");
  });
  limitConnections(server, { trustProxy, rateLimitScale: 1 }, 40);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a server that listens on TCP has such an address
  const { port } = server.address() as AddressInfo;
  const open = (from: string) => connect({ port, host: "127.0.0.1", localAddress: from });
  return {
    asked: () => asked,
    /** A connection that asks for something. */
    asking: (from: string) => {
      const socket = open(from);
      ends.push(() => socket.destroy());
      return { isHeld: isHeld(socket) };
    },
    /** How many of these connections stay open once the server has seen all. */
    held: async (from: string, count: number) => {
      const sockets = Array.from({ length: count }, () => open(from));
      ends.push(() => sockets.forEach((socket) => socket.destroy()));
      return (await Promise.all(sockets.map(isHeld))).filter(Boolean).length;
    },
    /** Asks on a connection that is kept afterwards. */
    ask: async (from: string) => {
      const agent = new Agent({ keepAlive: true });
      ends.push(() => agent.destroy());
      return new Promise<string>((resolve) => {
        const request = get({ port, host: "127.0.0.1", localAddress: from, agent }, (answer) => {
          answer.resume().on("end", () => resolve("answered"));
        });
        request.on("error", () => resolve("turned away"));
      });
    },
  };
}

/** Whether the server answers on it, rather than closing it. */
async function isHeld(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.on("error", () => {});
    socket.once("data", () => resolve(true)).once("close", () => resolve(false));
    socket.write("GET / HTTP/1.1\r\nHost: library\r\n\r\n");
  });
}

it("gives one address a share of all connections, and another address its own", async () => {
  const { held } = await limited(false);
  expect(await held("127.0.0.1", 30)).toBe(10);
  expect(await held("127.0.0.2", 30)).toBe(10);
});

it("does not count the connections of a trusted proxy for its address, and others' as before", async () => {
  const { held } = await limited(["127.0.0.2/32"]);
  expect(await held("127.0.0.2", 20)).toBe(20);
  expect(await held("127.0.0.1", 20)).toBe(10);
  expect(await (await limited(1)).held("127.0.0.1", 30)).toBe(30);
});

it("frees what a closed connection held", async () => {
  const { held } = await limited(false);
  expect(await held("127.0.0.1", 10)).toBe(10);
  ends.pop()?.();
  await expect.poll(() => held("127.0.0.1", 1)).toBe(1);
});

it("makes room for who asks by closing the connections of those who do nothing", async () => {
  const { held, ask } = await limited(false);
  for (const from of ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"]) expect(await held(from, 10)).toBe(10);
  await expect.poll(() => ask("127.0.0.6")).toBe("answered");
});

it("turns away who asks while all connections are taken by those who wait for an answer", async () => {
  const { asking, asked } = await limited(false, false);
  for (const from of ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"])
    for (let count = 0; count < 10; count += 1) asking(from);
  await expect.poll(asked).toBe(40);
  expect(await asking("127.0.0.6").isHeld).toBe(false);
});

it("counts an IPv6 network of 64 bits as one, and an IPv4 address as itself, however it is written", () => {
  expect(placeOf("2001:db8:0:1::5")).toBe(placeOf("2001:db8:0:1:ffff:ffff:ffff:ffff"));
  expect(placeOf("2001:db8:0:1::5")).not.toBe(placeOf("2001:db8:0:2::5"));
  expect(placeOf("::ffff:192.0.2.1")).toBe(placeOf("192.0.2.1"));
  expect(placeOf("192.0.2.1")).not.toBe(placeOf("192.0.2.2"));
});

it("leaves descriptors for the work itself: half of those that are not our own", async () => {
  expect(roomForConnections()).toBeGreaterThan(15);
  expect(roomForConnections()).toBeLessThanOrEqual(4000);
  const child = startChild("server/test/children/room-for-connections.ts", {}, { openFiles: 500 });
  ends.push(() => child.kill("SIGKILL"));
  expect(await child.line(/^room for/)).toBe("room for 186 connections");
});
