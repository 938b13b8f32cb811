import { Agent, createServer, get } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { startChild } from "#server/test/child-process.ts";
import { limitConnections, connectionLimit } from "./end-connection.ts";

const ends: (() => unknown)[] = [];
afterEach(() => ends.splice(0).forEach((end) => void end()));

/** Starts a server that accepts 40 connections. */
async function limitedServer(answer = true) {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
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
  const connectFrom = (from: string) => connect({ port, host: "127.0.0.1", localAddress: from });
  return {
    requests: () => requests,
    /** Opens a connection and sends a request. */
    request: (from: string) => {
      const socket = connectFrom(from);
      ends.push(() => socket.destroy());
      return { isAccepted: isAccepted(socket) };
    },
    /** Opens connections; returns how many the server accepts. */
    open: async (from: string, count: number) => {
      const sockets = Array.from({ length: count }, () => connectFrom(from));
      ends.push(() => sockets.forEach((socket) => socket.destroy()));
      return (await Promise.all(sockets.map(isAccepted))).filter(Boolean).length;
    },
    /** Sends a request on a keep-alive connection. */
    requestKeepAlive: async (from: string) => {
      const agent = new Agent({ keepAlive: true });
      ends.push(() => agent.destroy());
      return new Promise<string>((resolve) => {
        const clientRequest = get({ port, host: "127.0.0.1", localAddress: from, agent }, (answer) => {
          answer.resume().on("end", () => resolve("answered"));
        });
        clientRequest.on("error", () => resolve("refused"));
      });
    },
  };
}

/** Returns whether the server answers on the connection rather than closing it. */
async function isAccepted(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.on("error", () => {});
    socket.once("data", () => resolve(true)).once("close", () => resolve(false));
    socket.write("GET / HTTP/1.1\r\nHost: library\r\n\r\n");
  });
}

it("a full server closes idle connections to make room for a request", async () => {
  const { open, requestKeepAlive } = await limitedServer();
  expect(await open("127.0.0.2", 40)).toBe(40);
  await expect.poll(() => requestKeepAlive("127.0.0.6")).toBe("answered");
});

it("a full server whose connections all wait for an answer refuses another one", async () => {
  const { request, requests } = await limitedServer(false);
  for (let count = 0; count < 40; count += 1) request("127.0.0.2");
  await expect.poll(requests).toBe(40);
  expect(await request("127.0.0.6").isAccepted).toBe(false);
});

it("the connection limit leaves half of the unreserved descriptors for files", async () => {
  expect(connectionLimit()).toBeGreaterThan(15);
  expect(connectionLimit()).toBeLessThanOrEqual(4000);
  const child = startChild("server/test/children/room-for-connections.ts", {}, { openFiles: 500 });
  ends.push(() => child.kill("SIGKILL"));
  expect(await child.line(/^room for/)).toBe("room for 186 connections");
});
