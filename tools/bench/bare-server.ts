import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** The machine's ceiling: bare node:http in its own thread, answering 6 kB of JSON. */
export async function startBareServer(): Promise<{ address: string; stop: () => Promise<unknown> }> {
  const source = `
    const { parentPort } = require("node:worker_threads");
    const body = JSON.stringify({ data: "x".repeat(6000) });
    const server = require("node:http").createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
      response.end(body);
    });
    server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`;
  const worker = new Worker(source, { eval: true });
  const said: unknown[] = await once(worker, "message");
  return { address: `http://127.0.0.1:${String(said[0])}`, stop: () => worker.terminate() };
}
