import { Agent, createServer, get } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { startChild } from "#server/test/child-process.ts";
import { limitConnections, roomForConnections } from "./end-connection.ts";

const ends: (() => unknown)[] = [];
afterEach(() => ends.splice(0).forEach((end) => void end()));

/** A server with room for 40 connections. */
async function limited(answer = true) {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    if (answer) response.end("here");
  });
  limitConnections(server, 40);
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

it("a full server closes idle connections to make room for a request", async () => {
  const { held, ask } = await limited();
  expect(await held("127.0.0.2", 40)).toBe(40);
  await expect.poll(() => ask("127.0.0.6")).toBe("answered");
});

it("a server whose connections all wait for an answer refuses another one", async () => {
  const { asking, asked } = await limited(false);
  for (let count = 0; count < 40; count += 1) asking("127.0.0.2");
  await expect.poll(asked).toBe(40);
  expect(await asking("127.0.0.6").isHeld).toBe(false);
});

it("the limit of connections leaves descriptors for files: half of those that are not our own", async () => {
  expect(roomForConnections()).toBeGreaterThan(15);
  expect(roomForConnections()).toBeLessThanOrEqual(4000);
  const child = startChild("server/test/children/room-for-connections.ts", {}, { openFiles: 500 });
  ends.push(() => child.kill("SIGKILL"));
  expect(await child.line(/^room for/)).toBe("room for 186 connections");
});
