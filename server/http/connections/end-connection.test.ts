import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { uploadImport } from "#contract/imports/imports.ts";
import { uploadAttachment } from "#contract/site/media.ts";
import { endpoint, type UploadStream } from "#contract/wire/endpoint.ts";
import { buildApp } from "#server/app.ts";
import { answerError } from "#server/http/answer-errors.ts";
import { AnswerCache } from "#server/http/public-answers.ts";
import { shedLoad } from "#server/http/shed-load.ts";
import { serve } from "#server/http/serve.ts";
import { testConfiguration } from "#server/test/secret-key.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { aPicture } from "#server/test/a-picture.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";

const fixture = await testApp();
const { token } = await anAdmin(fixture);

async function portOf(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a server that listens on TCP has such an address
  return (app.server.address() as AddressInfo).port;
}

/** Opens a connection and sends bytes on it. */
async function send(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(
    socket.on("error", () => {}),
    "connect",
  );
  socket.write(bytes);
  return socket;
}

/** Sends the head of a POST, and only the start of its body. */
const post = (port: number, path: string, headers: readonly string[], bodyStart = "") =>
  send(port, [`POST ${path} HTTP/1.1`, "Host: library", ...headers, "", bodyStart].join("\r\n"));

/** Returns everything received until the connection closes. */
async function responseOn(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (data) => (text += String(data)));
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

/** Returns the options of a logger that appends to these lines. */
const loggerInto = (lines: string[]) => ({
  level: "info",
  stream: new PassThrough().on("data", (line) => lines.push(String(line))),
});

const form = "Content-Type: multipart/form-data; boundary=edge";
const half = '--edge\r\nContent-Disposition: form-data; name="uploadFile"; filename="a"\r\n\r\nhalf';
const json = "Content-Type: application/json";
const long = "Content-Length: 30000";

const fixturePort = await portOf(fixture.app);

describe("a call that requires a login", () => {
  it.each([
    ["JSON", "/api/Order/UpdateOrder/", json, "{"],
    ["a picture", "/api/Inventory/UploadAttachment", form, half],
    ["a file to import", "/api/Import/UploadFile", form, half],
    ["nothing yet", "/api/Order/UpdateOrder/", json, ""],
  ])("is refused, and its connection closed, before its body is read: %s", async (_what, path, type, bodyStart) => {
    const answer = await responseOn(await post(fixturePort, path, [type, long], bodyStart));
    expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*connection: close\r\n[^]*"isSuccess":false/i);
  });

  it("keeps the connection open when the whole body has arrived", async () => {
    const socket = await post(fixturePort, "/api/Order/UpdateOrder/", [json, "Content-Length: 2"], "{}");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 [^]*connection: keep-alive\r\n/i);
  });
});

/** Makes an application for uploads by a manager. */
async function uploadApp() {
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
  return app;
}

/** Drips bytes into a socket until the test is over. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write(" "), 20);
  onTestFinished(() => clearInterval(timer));
}

describe("a streamed upload", () => {
  it.each([
    ["immediately", async () => Promise.reject(new HttpError(503))],
    [
      "halfway",
      async (content: AsyncIterable<unknown>) => {
        for await (const _piece of content) throw new Error("the disk is full");
      },
    ],
  ])("that fails %s gets an answer, and its connection closes", async (_when, work) => {
    const app = await uploadApp();
    serve(app, uploadImport, async ({ upload }) => {
      await work(upload.content);
      throw new HttpError(404);
    });
    const headers = [form, long, "Authorization: Bearer a.b.c"];
    const socket = await post(await portOf(app), "/api/Import/UploadFile", headers, half);
    drip(socket);
    expect(await responseOn(socket)).toMatch(/^HTTP\/1\.1 50[03] [^]*connection: close\r\n/i);
  });

  const headers = (body: string) => [form, `Content-Length: ${body.length}`, "Authorization: Bearer a.b.c"];
  const whole = `${half}\r\n--edge--\r\n`;
  const readAll = async ({ content }: UploadStream) => {
    for await (const _piece of content);
  };

  it("may take longer than a stall to process, both while it arrives and afterward", async () => {
    const app = await uploadApp();
    const longerThanAStall = async () => once(AbortSignal.timeout(300), "abort");
    const takeIn = async ({ upload }: { upload: UploadStream }) => {
      for await (const _piece of upload.content) await longerThanAStall();
      await longerThanAStall();
      throw new HttpError(404);
    };
    serve(app, uploadImport, takeIn, { uploadStallMs: 100 });
    const socket = await post(await portOf(app), "/api/Import/UploadFile", headers(whole), whole);
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it("that stalls gets 408, and its reader fails", async () => {
    const app = await uploadApp();
    const failure = new Promise((resolve) => {
      const takeIn = async ({ upload }: { upload: UploadStream }) => {
        await readAll(upload).catch((error: unknown) => {
          resolve(error);
          throw error;
        });
        throw new HttpError(404);
      };
      serve(app, uploadImport, takeIn, { uploadStallMs: 100 });
    });
    const socket = await post(await portOf(app), "/api/Import/UploadFile", headers(whole), half);
    expect(await responseOn(socket)).toMatch(/^HTTP\/1\.1 408 [^]*connection: close[^]*The upload was interrupted/i);
    expect(await failure).toMatchObject({ statusCode: 408 });
  });

  it("is aborted when its sender hangs up during processing", async () => {
    const app = await uploadApp();
    const gate = new PassThrough();
    const aborted = new Promise((resolve) => {
      serve(app, uploadImport, async ({ upload }) => {
        await readAll(upload);
        upload.signal.addEventListener("abort", resolve);
        gate.end("read");
        await once(upload.signal, "abort");
        throw new HttpError(404);
      });
    });
    const socket = await post(await portOf(app), "/api/Import/UploadFile", headers(whole), whole);
    await once(gate, "data");
    socket.destroy();
    expect(await aborted).toMatchObject({ type: "abort" });
  });
});

it("a connection that sends requests without waiting for answers is closed", async () => {
  const { db, clock, configuration } = fixture;
  const app = await buildApp({ db, clock, configuration, webFolder: "", busyAfter: 0 });
  onTestFinished(() => app.close());
  const request = "GET /api/Inventory/GetRecentItems?itemCount=4 HTTP/1.1\r\nHost: library\r\n\r\n";
  const answers = await responseOn(await send(await portOf(app), request.repeat(100)));
  expect(answers.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(2);
});

async function* endlessly() {
  for (;;) yield "x".repeat(65_536);
}

describe("a caller hanging up", () => {
  it("is not logged as a fault, whatever was being sent", async () => {
    const log: string[] = [];
    const { db, clock, configuration } = fixture;
    const app = await buildApp({ db, clock, configuration, webFolder: "", busyAfter: 0, logger: loggerInto(log) });
    onTestFinished(() => app.close());
    const endless = endpoint("POST Test/Endless", { access: "anyone", file: "text/csv" });
    serve(app, endless, async () => ({ fileName: "a", content: endlessly() }));
    const urls = new Set<string | undefined>();
    app.server.on("request", (request) => request.once("resume", () => urls.add(request.url)));
    const port = await portOf(app);
    const login = [`Authorization: Bearer ${token}`];
    const user = '{"userName":"nobody","password":"anything","userTypeId":2}';
    const sockets = await Promise.all([
      post(port, "/api/Order/UpdateOrder/", [json, long, ...login], "{"),
      post(port, "/api/Account/Login/", [json, "Transfer-Encoding: chunked"], "5\r\n{"),
      post(port, "/api/Account/Login/", [json, `Content-Length: ${user.length}`], user),
      post(port, "/api/Inventory/UploadAttachment", [form, long, ...login], half),
      post(port, "/api/Import/UploadFile", [form, long, ...login], half),
      post(port, "/no/page", [json, long], "{"),
      post(port, "/api/Test/Endless", []),
    ]);
    const uploads = ["/api/Inventory/UploadAttachment", "/api/Import/UploadFile"];
    await expect.poll(() => [...urls], { timeout: 10_000 }).toEqual(expect.arrayContaining(uploads));
    for (const socket of sockets) socket.resetAndDestroy();
    const reader = await post(port, "/api/Test/Endless", []);
    await once(reader, "data");
    reader.resetAndDestroy();
    // once this later request is in the log, all earlier ones are, too
    await responseOn(
      await post(port, "/api/Account/Login/", [json, "Connection: close", `Content-Length: ${user.length}`], user),
    );
    await expect.poll(() => log.join("")).toMatch(/"route":"POST Account\/Login\/",[^}]*"status":401/);
    expect(log.filter((line) => /"level":[456]0/.test(line) && !/"msg":"security"/.test(line))).toEqual([]);
  });
});

const aStoredPicture = { attachmentId: 1, attachmentUrl: "", attachmentSrcset: "", fileName: "", width: 1, height: 1 };

/** Starts an upload that stalls in the middle of its file. */
const stalledUpload = (to = fixturePort) =>
  post(to, "/api/Inventory/UploadAttachment", [`Authorization: Bearer ${token}`, form, long], half);

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
  const app = await uploadApp();
  serve(app, uploadAttachment, async () => ({ data: aStoredPicture }), { uploadStallMs: 300 });
  const to = await portOf(app);
  // a slow sender may take as long as it keeps sending
  const slow = await stalledUpload(to);
  drip(slow);
  const sockets = await Promise.all(Array.from({ length: 7 + 16 }, () => stalledUpload(to)));
  const answers = await Promise.all(sockets.map(async (socket) => String((await once(socket, "data"))[0])));
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*connection: close[^]*The upload was interrupted/i);
  }
  expect(slow.bytesRead).toBe(0);
  for (const socket of sockets) if (!socket.closed) await once(socket, "close");
  slow.destroy();
});

describe("a malformed request", () => {
  const call = "/api/Code/GetEveryGrade";
  const log: string[] = [];
  const raw = buildApp({
    db: fixture.db,
    clock: fixture.clock,
    configuration: testConfiguration({ PUBLIC_URL: "https://library.example.org" }),
    webFolder: "",
    busyAfter: 0,
    logger: loggerInto(log),
  });
  const rawPort = raw.then(portOf);
  afterAll(async () => (await raw).close());

  it.each([
    ["an address with a host", `GET http://library${call} HTTP/1.1\r\nHost: library\r\n\r\n`],
    ["two hosts", `GET ${call} HTTP/1.1\r\nHost: library\r\nHost: other\r\n\r\n`],
    ["no host", `GET ${call} HTTP/1.1\r\n\r\n`],
    ["a chunked body in HTTP/1.0", `POST ${call} HTTP/1.0\r\nHost: l\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    [
      "a chunked body with a length",
      `POST ${call} HTTP/1.1\r\nHost: l\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["two lengths", `POST ${call} HTTP/1.1\r\nHost: l\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n`],
    ["an unknown method", `STEAL ${call} HTTP/1.1\r\nHost: library\r\n\r\n`],
    ["a NUL in the address", `GET /\0 HTTP/1.1\r\nHost: library\r\n\r\n`],
    ["a header without a name", `GET ${call} HTTP/1.1\r\nHost: library\r\n: x\r\n\r\n`],
  ])("gets 400: %s", async (_what, request) => {
    const answer = await responseOn((await send(await rawPort, request)).end());
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('{"isSuccess":false,"message":"The request couldn\'t be understood."}');
    expect(answer).toMatch(/strict-transport-security: max-age=31536000; includeSubDomains\r\n/i);
    expect(answer).toMatch(/referrer-policy: same-origin\r\n/i);
    expect(log.join("")).not.toContain('"fault"');
  });

  it("gets 431 for headers of more than 16 kB", async () => {
    const request = `GET ${call} HTTP/1.1\r\nHost: library\r\nX-A: ${"x".repeat(20_000)}\r\n\r\n`;
    expect(await responseOn(await send(await rawPort, request))).toMatch(
      /^HTTP\/1\.1 431 [^]*strict-transport-security/i,
    );
  });
});
