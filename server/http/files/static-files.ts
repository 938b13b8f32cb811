import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { giveForgeryCookie } from "#server/http/anti-forgery.ts";
import { failure } from "#server/http/envelope.ts";
import { sentenceOf } from "#server/http/errors.ts";
import { dataHeaders } from "#server/http/security.ts";

/** What is written into the page for the address it was asked at, so that the browser need not ask for it. */
type WrittenInto = (pathname: string) => Promise<object>;

/**
 * The built web application. Hashed files are immutable and come precompressed; every other address that is not the
 * API's gets the page, which is never cached and finds its own way (or its own 404).
 */
export async function staticFiles(
  app: FastifyInstance,
  folder: string,
  { secure, written }: { secure: boolean; written: WrittenInto },
): Promise<void> {
  const file = path.join(folder, "index.html");
  const built = existsSync(file);
  const page = built ? readFileSync(file, "utf8") : "";
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, file) => {
        const hashed = /[\\/]assets[\\/]/.test(file);
        const isPage = file.endsWith(".html");
        response.header(
          "cache-control",
          hashed ? "public, max-age=31536000, immutable" : isPage ? "no-store" : "no-cache",
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    return built && wantsPage(request)
      ? sendPage(request, reply, secure, page, written)
      : reply
          .code(404)
          .headers(dataHeaders)
          .type("application/json")
          .send(failure(sentenceOf(404)));
  });
}

/** Whether somebody at an address bar asks, not a program for data or a file. */
export function wantsPage({ method, url }: Pick<FastifyRequest, "method" | "url">): boolean {
  return method === "GET" && !/^\/(api|health|assets|media)(\/|$)/i.test(url.split("?")[0] ?? "");
}

const patience = 300; // ms; a page without what is written into it asks for it

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
  page: string,
  written: WrittenInto,
) {
  giveForgeryCookie(request, reply, secure);
  const late = new AbortController();
  const data = await Promise.race([
    written(request.url.split("?")[0] ?? "").catch(() => ({})),
    pause(patience, {}, { signal: late.signal, ref: false }),
  ]);
  late.abort();
  return reply
    .header("permissions-policy", "camera=(self), geolocation=(), microphone=(), payment=()")
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(page.replace("</body>", () => `${dataBlock(data)}</body>`));
}

/** A block of data is no script: the content policy lets it stand. Nothing in it can end it. */
function dataBlock(data: object): string {
  return `<script type="application/json" id="written">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}
