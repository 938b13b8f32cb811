import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { limitPipelines } from "./limit-pipelines.ts";

/** A server whose answers wait to be let go, and a connection that sends this many requests at once. */
async function asked(count: number) {
  const app = Fastify();
  onTestFinished(() => app.close());
  limitPipelines(app);
  const begun: (() => void)[] = [];
  app.get("/:number", async ({ url }) => {
    await new Promise<void>((resolve) => begun.push(resolve));
    return `<${url}>`;
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a server that listens on TCP has such an address
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.on("error", () => {}).on("data", (data) => (text += String(data)));
  socket.write(Array.from({ length: count }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: library\r\n\r\n`).join(""));
  return { socket, begun, heard: () => [...text.matchAll(/<\/(\d+)>/g)].map(([, number]) => Number(number)) };
}

it("answers what one connection asks at once in turn, one at a time", async () => {
  const { begun, heard } = await asked(16);
  for (let answered = 0; answered < 16; answered += 1) {
    await expect.poll(() => begun.length).toBe(1);
    expect(heard()).toHaveLength(answered);
    begun.pop()?.();
    await expect.poll(() => heard().length).toBe(answered + 1);
  }
  expect(heard()).toEqual(Array.from({ length: 16 }, (_, at) => at));
});

it("ends a connection that asks on and on, and begins nothing more of it", async () => {
  const { socket, begun } = await asked(1000);
  await once(socket, "close");
  expect(begun).toHaveLength(1);
  begun.pop()?.();
  expect(begun).toHaveLength(0);
});
