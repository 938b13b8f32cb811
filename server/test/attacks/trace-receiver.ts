import { once } from "node:events";
import { createServer } from "node:http";
import * as z from "zod";
import { atTheEnd } from "#server/test/ends/at-the-end.ts";

const value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() });
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(z.object({ key: z.string(), value })),
  status: z.object({ code: z.number().optional(), message: z.string().optional() }),
});
const sent = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});

/** A receiver of traces that reads OTLP in JSON; it can hang, too: it then takes what is sent and never answers. */
export async function traceReceiver() {
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  let hangs = false;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      bodies.push(body);
      headers.push(request.headers);
      if (!hangs) response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), "close");
  };
  atTheEnd(stop);
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    headers,
    /** All that arrived, as it was written. */
    text: () => bodies.join("\n"),
    spans: () =>
      bodies
        .flatMap((body) => sent.parse(JSON.parse(body)).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ attributes, ...rest }) => ({
          ...rest,
          attributes: Object.fromEntries(attributes.map(({ key, value: of }) => [key, of.stringValue ?? of.intValue])),
        })),
    hang: () => {
      hangs = true;
    },
    /** Nobody listens there any more. */
    leave: stop,
  };
}
