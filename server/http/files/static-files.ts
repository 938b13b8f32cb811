import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { giveForgeryCookie } from "#server/http/anti-forgery.ts";
import { failure } from "#server/http/envelope.ts";
import { sentenceOf } from "#server/http/errors.ts";
import { dataHeaders } from "#server/http/security.ts";

/**
 * The built web application. Hashed files are immutable and come precompressed; every other address that is not the
 * API's gets the page, which is never cached and finds its own way (or its own 404).
 */
export async function staticFiles(app: FastifyInstance, folder: string, secure: boolean): Promise<void> {
  const built = existsSync(path.join(folder, "index.html"));
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, file) => {
        const hashed = /[\\/]assets[\\/]/.test(file);
        const page = file.endsWith(".html");
        response.header(
          "cache-control",
          hashed ? "public, max-age=31536000, immutable" : page ? "no-store" : "no-cache",
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    return built && wantsPage(request)
      ? sendPage(request, reply, secure)
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

function sendPage(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
  giveForgeryCookie(request, reply, secure);
  reply.header("permissions-policy", "camera=(self), geolocation=(), microphone=(), payment=()");
  return reply.sendFile("index.html", { cacheControl: false });
}
