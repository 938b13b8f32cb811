import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { answerError } from "#server/http/answer-errors.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import type { SendKept } from "./kept-assets.ts";
import type { SendPage } from "#server/http/pages/send-page.ts";
import { wantsPage } from "#server/http/pages/wants-page.ts";

/** The built web application. Hashed files never change and are precompressed; other addresses get a page. */
export async function staticFiles(
  app: FastifyInstance,
  folder: string,
  { sendPage, sendKept }: { sendPage: SendPage | undefined; sendKept: SendKept },
): Promise<void> {
  if (sendPage) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ["index.html"], // what pages are made of, and none itself: its address redirects
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
  app.setNotFoundHandler({ preHandler: app.rateLimit({}) }, async (request, reply) => {
    if (sendPage && wantsPage(request)) return sendPage(request, reply);
    if (await sendKept(request, reply)) return reply;
    return answerError(new HttpError(404), request, reply);
  });
}
