import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { answerError } from "#server/http/answer-errors.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import type { SendStoredAsset } from "./kept-assets.ts";
import type { SendPage } from "#server/http/pages/send-page.ts";
import { wantsPage } from "#server/http/pages/wants-page.ts";

/** Serves the built web application: its files, and a page for every other address. */
export async function staticFiles(
  app: FastifyInstance,
  folder: string,
  { sendPage, sendStoredAsset }: { sendPage: SendPage | undefined; sendStoredAsset: SendStoredAsset },
): Promise<void> {
  if (sendPage) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ["index.html"], // the template of pages; its own address redirects
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
    if (await sendStoredAsset(request, reply)) return reply;
    return answerError(new HttpError(404), request, reply);
  });
}
