import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { uploadImport } from "#contract/catalog/imports.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { buildApp } from "#server/app.ts";
import { answerError } from "#server/http/answer-errors.ts";
import { AnswerCache } from "#server/http/public-answers.ts";
import { shedLoad } from "#server/http/shed-load.ts";
import { serve } from "#server/http/serve.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";

const fixture = await testApp();
const { token } = await anAdmin(fixture);

async function portOf(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a server that listens on TCP has such an address
  return (app.server.address() as AddressInfo).port;
}

/** Sends the head of a POST, and only the start of its body. */
async function post(port: number, path: string, headers: readonly string[], bodyStart = ""): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(
    socket.on("error", () => {}),
    "connect",
  );
  socket.write([`POST ${path} HTTP/1.1`, "Host: library", ...headers, "", bodyStart].join("\r\n"));
  return socket;
}

/** Returns everything received until the connection closes. */
async function received(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (data) => (text += String(data)));
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

const form = "Content-Type: multipart/form-data; boundary=edge";
const half = '--edge\r\nContent-Disposition: form-data; name="uploadFile"; filename="a"\r\n\r\nhalf';
const json = "Content-Type: application/json";
const long = "Content-Length: 30000";

describe("a call that requires a login", () => {
  const port = portOf(fixture.app);

  it.each([
    ["JSON", "/api/Order/UpdateOrder/", json, "{"],
    ["a picture", "/api/Inventory/UploadAttachment", form, half],
    ["a file to import", "/api/Import/UploadFile", form, half],
    ["nothing yet", "/api/Order/UpdateOrder/", json, ""],
  ])("is refused, and its connection closed, before its body is read: %s", async (_what, path, type, bodyStart) => {
    const answer = await received(await post(await port, path, [type, long], bodyStart));
    expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*connection: close\r\n[^]*"isSuccess":false/i);
  });

  it("keeps the connection open when the whole body has arrived", async () => {
    const socket = await post(await port, "/api/Order/UpdateOrder/", [json, "Content-Length: 2"], "{}");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 [^]*connection: keep-alive\r\n/i);
  });
});

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
    serve(app, uploadImport, async ({ upload }) => {
      await work(upload.content);
      throw new HttpError(404);
    });
    const socket = await post(
      await portOf(app),
      "/api/Import/UploadFile",
      [form, long, `Authorization: Bearer a.b.c`],
      half,
    );
    drip(socket);
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 50[03] [^]*connection: close\r\n/i);
  });
});

it("a connection that sends requests without waiting for answers is closed", async () => {
  const { db, clock, configuration } = fixture;
  const app = await buildApp({ db, clock, configuration, webFolder: "", busyAfter: 0 });
  onTestFinished(() => app.close());
  const socket = connect(await portOf(app), "127.0.0.1");
  socket.write("GET /api/Inventory/GetRecentItems?itemCount=4 HTTP/1.1\r\nHost: library\r\n\r\n".repeat(100));
  expect((await received(socket.on("error", () => {}))).match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(2);
});

async function* endlessly() {
  for (;;) yield "x".repeat(65_536);
}

describe("a caller hanging up", () => {
  it("is not logged as a fault, whatever was being sent", async () => {
    const log: string[] = [];
    const logger = { level: "info", stream: new PassThrough().on("data", (line) => log.push(String(line))) };
    const { db, clock, configuration } = fixture;
    const app = await buildApp({ db, clock, configuration, webFolder: "", busyAfter: 0, logger });
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
    const answered = await post(port, "/api/Test/Endless", []);
    await once(answered, "data");
    answered.resetAndDestroy();
    // once this later request is in the log, all earlier ones are, too
    await received(
      await post(port, "/api/Account/Login/", [json, "Connection: close", `Content-Length: ${user.length}`], user),
    );
    await expect.poll(() => log.join("")).toMatch(/"route":"POST Account\/Login\/",[^}]*"status":401/);
    expect(log.filter((line) => /"level":[456]0/.test(line) && !/"msg":"security"/.test(line))).toEqual([]);
  });
});
