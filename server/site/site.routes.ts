import type { FastifyInstance } from "fastify";
import type { NounParts } from "#server/parts.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { contentRoutes } from "./content/content.routes.ts";
import type { SpanishCodes } from "./content/visitor-content.ts";
import { mediaRoutes } from "./media/media.routes.ts";
import { newsRoutes } from "./news/news.routes.ts";

/** Returns the list of public news, and the data to embed in a rendered page. */
export function siteRoutes(app: FastifyInstance, parts: NounParts & { files: FileStore }, spanishCodes: SpanishCodes) {
  mediaRoutes(app, parts);
  return { news: newsRoutes(app, parts), written: contentRoutes(app, parts, spanishCodes) };
}
