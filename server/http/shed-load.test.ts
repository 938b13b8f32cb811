import Fastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { lateLoop, shedLoad } from "./shed-load.ts";

/** Keeps the event loop from everything else, in ms. */
function block(time: number) {
  const end = performance.now() + time;
  while (performance.now() < end);
}

it("turns calls away while the event loop is late, however they are spelled, and not pages; then serves them again", async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  shedLoad(app, [lateLoop(app, 60)]);
  app.get("/api/call", { config: { call: "GET Test/Call" } }, async () => "called");
  app.get("/page", async () => "a page");
  const ask = async (url: string) => {
    const { statusCode, headers } = await app.inject({ url });
    return [statusCode, Number(headers["retry-after"]) > 0];
  };
  const askLate = async (url: string) => {
    block(1100);
    return ask(url);
  };
  expect(await ask("/api/call")).toEqual([200, false]);
  await expect.poll(async () => askLate("/api/call"), { timeout: 30_000 }).toEqual([503, true]);
  await expect.poll(async () => askLate("/%61pi/call"), { timeout: 30_000 }).toEqual([503, true]);
  expect(await askLate("/page")).toEqual([200, false]);
  await expect.poll(async () => ask("/api/call"), { timeout: 30_000 }).toEqual([200, false]);
});
