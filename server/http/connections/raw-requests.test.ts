import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { buildApp } from "#server/app.ts";
import { systemClock } from "#server/platform/clock.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { testDatabase } from "#server/test/database.ts";

const { db } = await testDatabase();

const log: string[] = [];
const app = await buildApp({
  db,
  clock: systemClock,
  configuration: readConfiguration({ PUBLIC_URL: "https://library.example.org" }),
  webFolder: "",
  busyAfter: 0,
  logger: { level: "info", stream: new PassThrough().on("data", (line) => log.push(String(line))) },
});
afterAll(() => app.close());
await app.listen({ host: "127.0.0.1", port: 0 });

async function open(): Promise<Socket> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a server that listens on TCP has such an address
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Returns everything the library sends until it closes the connection. */
async function received(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (data) => (text += String(data)));
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

const call = "/api/Code/GetEveryGrade";

describe("a malformed request", () => {
  it.each([
    ["an address with a host", `GET http://library${call} HTTP/1.1\r\nHost: library\r\n\r\n`],
    ["another host in the address", `GET https://evil.example${call} HTTP/1.1\r\nHost: library\r\n\r\n`],
    ["an address with a host that cannot be decoded", "GET http://library/%zz HTTP/1.1\r\nHost: library\r\n\r\n"],
    ["no path", "GET * HTTP/1.1\r\nHost: library\r\n\r\n"],
    ["a path without its slash", "GET api HTTP/1.1\r\nHost: library\r\n\r\n"],
    ["two hosts", `GET ${call} HTTP/1.1\r\nHost: library\r\nHost: other\r\n\r\n`],
    ["the same host twice", `GET ${call} HTTP/1.1\r\nHost: library\r\nhost: library\r\n\r\n`],
    ["no host", `GET ${call} HTTP/1.1\r\n\r\n`],
    ["a chunked body in HTTP/1.0", `POST ${call} HTTP/1.0\r\nHost: l\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    [
      "a chunked body with a length",
      `POST ${call} HTTP/1.1\r\nHost: l\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["two lengths", `POST ${call} HTTP/1.1\r\nHost: l\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n`],
    ["HTTP/0.9", `GET ${call}\r\n\r\n`],
    ["HTTP/1.2", `GET ${call} HTTP/1.2\r\nHost: library\r\n\r\n`],
    ["HTTP/9.9", `GET ${call} HTTP/9.9\r\nHost: library\r\n\r\n`],
    ["extra words in the request line", `GET ${call} HTTP/1.1 x\r\nHost: library\r\n\r\n`],
    ["a space in the address", `GET ${call} x HTTP/1.1\r\nHost: library\r\n\r\n`],
    ["an unknown method", `STEAL ${call} HTTP/1.1\r\nHost: library\r\n\r\n`],
    ["a lowercase method", `get ${call} HTTP/1.1\r\nHost: library\r\n\r\n`],
    ["a NUL in the address", `GET /\0 HTTP/1.1\r\nHost: library\r\n\r\n`],
    ["a header without a name", `GET ${call} HTTP/1.1\r\nHost: library\r\n: x\r\n\r\n`],
    ["a space before the colon", `GET ${call} HTTP/1.1\r\nHost: library\r\nX-A : x\r\n\r\n`],
    ["a header on two lines", `GET ${call} HTTP/1.1\r\nHost: library\r\nX-A: x\r\n y\r\n\r\n`],
  ])("gets 400: %s", async (_what, request) => {
    const socket = await open();
    socket.end(request);
    const answer = await received(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('{"isSuccess":false,"message":"The request couldn\'t be understood."}');
    expect(answer).toMatch(/strict-transport-security: max-age=31536000; includeSubDomains\r\n/i);
    expect(answer).toMatch(/referrer-policy: same-origin\r\n/i);
    expect(log.join("")).not.toContain('"fault"');
  });

  it("gets 431 for headers of more than 16 kB", async () => {
    const socket = await open();
    socket.write(`GET ${call} HTTP/1.1\r\nHost: library\r\nX-A: ${"x".repeat(20_000)}\r\n\r\n`);
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 431 [^]*strict-transport-security/i);
  });
});
