import { once } from "node:events";
import { connect, type Socket } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { uploadAttachment } from "#contract/site/media.ts";
import { aPicture } from "#server/test/a-picture.ts";
import { answerError } from "#server/http/answer-errors.ts";
import { AnswerCache } from "#server/http/public-answers.ts";
import { shedLoad } from "#server/http/shed-load.ts";
import { serve } from "#server/http/serve.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";

const fixture = await testApp();
const { token } = await anAdmin(fixture);

async function portOf(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
const port = await portOf(fixture.app);

const aStoredPicture = { attachmentId: 1, attachmentUrl: "", attachmentSrcset: "", fileName: "", width: 1, height: 1 };

/** Starts an upload that stalls in the middle of its file. */
async function stalledUpload(to = port): Promise<Socket> {
  const socket = connect(to, "127.0.0.1");
  await once(socket, "connect");
  const head = [
    "POST /api/Inventory/UploadAttachment HTTP/1.1",
    "Host: library",
    `Authorization: Bearer ${token}`,
    "Content-Type: multipart/form-data; boundary=edge",
    "Content-Length: 5000",
  ];
  const part = ["--edge", 'Content-Disposition: form-data; name="uploadFile"; filename="half.png"'];
  socket.write(`${head.join("\r\n")}\r\n\r\n${part.join("\r\n")}\r\n\r\nhalf`);
  return socket;
}

it("uploads are accepted again after many, running and waiting, were aborted", async () => {
  const slots = 8 + 16; // running and waiting
  const sockets = await Promise.all(Array.from({ length: slots + 1 }, () => stalledUpload()));
  // one is refused, so all the others have slots
  const [answer] = await Promise.race(sockets.map((socket) => once(socket, "data")));
  expect(String(answer)).toMatch(/^HTTP\/1\.1 503 /);
  for (const socket of sockets) socket.destroy();
  await expect
    .poll(async () => (await fixture.call(uploadAttachment, { upload: await aPicture() }, token)).status)
    .toBe(200);
});

it("a stalled upload gets 408 and frees its slot", async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.setErrorHandler(answerError);
  app.decorate("readSession", async () => ({
    userId: 1,
    userTypeId: 1,
    role: "manager",
    borrowerId: null,
    sessionId: "",
    sessionNumber: 1,
  }));
  await shedLoad(app, 0);
  app.decorate("answerCache", new AnswerCache(0));
  serve(app, uploadAttachment, async () => ({ data: aStoredPicture }), { uploadStallMs: 300 });
  const to = await portOf(app);
  // a slow sender may take as long as it keeps sending
  const slow = await stalledUpload(to);
  const drip = setInterval(() => slow.write("."), 50);
  onTestFinished(() => clearInterval(drip));
  const sockets = await Promise.all(Array.from({ length: 7 + 16 }, () => stalledUpload(to)));
  const answers = await Promise.all(sockets.map(async (socket) => String((await once(socket, "data"))[0])));
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*connection: close[^]*The upload was interrupted/i);
  }
  expect(slow.bytesRead).toBe(0);
  for (const socket of sockets) if (!socket.closed) await once(socket, "close");
  slow.destroy();
});
