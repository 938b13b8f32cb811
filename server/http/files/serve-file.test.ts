import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { describe, expect, it, vi } from "vitest";
import { endpoint } from "#contract/wire/endpoint.ts";
import { answerError } from "#server/http/answer-errors.ts";
import { AnswerCache } from "#server/http/public-answers.ts";
import { shedLoad } from "#server/http/shed-load.ts";
import { serve } from "#server/http/serve.ts";
import { atTheEnd } from "#server/test/ends/at-the-end.ts";

const kilobyte = "x".repeat(1024);

/** Serves a file from `content` on a real socket; returns its address. */
async function serveFile(content: () => AsyncGenerator<string>) {
  const app = Fastify({ forceCloseConnections: true });
  app.decorate("readSession", async () => null);
  await shedLoad(app, 0);
  app.decorate("answerCache", new AnswerCache(0));
  app.decorate("claimListSlot", async () => {});
  app.setErrorHandler(answerError);
  const file = endpoint("GET Test/File", { access: "anyone", file: "text/csv" });
  serve(app, file, async () => ({ fileName: 'a "b"\r\n.csv', content: content() }));
  await app.listen({ host: "127.0.0.1", port: 0 });
  atTheEnd(() => app.close());
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a server that listens on TCP has such an address
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/Test/File`;
}

describe("a downloaded file", () => {
  it("is streamed under a name that cannot break out of its header", async () => {
    const address = await serveFile(async function* () {
      yield "one ";
      yield "two";
    });
    const answer = await fetch(address);
    expect(await answer.text()).toBe("one two");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="a__b___.csv"');
  });

  it("waits for a slow client and stops when the client leaves", async () => {
    let produced = 0; // kB
    let ended = false;
    const address = await serveFile(async function* () {
      try {
        for (; produced < 1_000_000; produced += 64) yield kilobyte.repeat(64);
      } finally {
        ended = true;
      }
    });
    const client = new AbortController();
    const answer = await fetch(address, { signal: client.signal });
    const reader = answer.body?.getReader();
    await reader?.read();
    let [before, now] = [-1, -1];
    // until the buffers along the way are full
    await vi.waitFor(
      () => {
        [before, now] = [now, produced];
        expect(now).toBe(before);
      },
      { interval: 300, timeout: 10_000 },
    );
    expect(produced).toBeLessThan(100_000);
    expect(ended).toBe(false);
    client.abort();
    await vi.waitFor(() => expect(ended).toBe(true));
    expect(produced).toBeLessThan(100_000);
  });

  it("is aborted when it fails halfway, so that half a file never looks complete", async () => {
    const address = await serveFile(async function* () {
      yield kilobyte;
      throw new Error("the database went away");
    });
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow("terminated");
  });
});
