import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerError } from "../answer-errors.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { type SendPage, wantsPage } from "../pages/send-page.ts";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { Database } from "#server/platform/database.ts";
import { sharedRead } from "#server/platform/shared-read.ts";
import { type Asset, assetNamed, namesOfAssets, storeAssets } from "./kept-assets.queries.ts";

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

const retentionDays = 7; // for pages that are still open when a new version replaces theirs
const namesTtl = 500; // ms; shorter than a new instance takes from here to its first request
const expand = promisify(brotliDecompress);

/** Stores this version's hashed files where every instance can serve them, before any page refers to them. */
export async function publishAssets(db: Database, webFolder: string): Promise<void> {
  const folder = path.join(webFolder, "assets");
  const files = new Set(await readdir(folder).catch(() => []));
  const names = [...files].filter((name) => !/\.(br|gz)$/.test(name)).toSorted();
  if (names.length === 0) return;
  const storedNames = await namesOfAssets(db);
  const missing: Asset[] = [];
  for (const name of names.filter((candidate) => !storedNames.has(candidate))) {
    const isBrotli = files.has(`${name}.br`);
    missing.push({ name, isBrotli, content: await readFile(path.join(folder, isBrotli ? `${name}.br` : name)) });
  }
  await storeAssets(db, names, missing, retentionDays);
}

/** Answers a request for a hashed file of another version; false if no version has it. */
export type SendStoredAsset = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

export function storedAssetSender(db: Database): SendStoredAsset {
  let [names, readAt] = [new Set<string>(), -Infinity];
  // cached, so that made-up names cost at most two queries per second
  const readNames = sharedRead(async () => {
    if (performance.now() - readAt < namesTtl) return;
    names = await namesOfAssets(db);
    readAt = performance.now();
  });
  return async (request, reply) => {
    const name = /^\/assets\/([\w.-]+)$/.exec(request.url.split("?")[0] ?? "")?.[1];
    const type = types[path.extname(name ?? "")];
    if (name === undefined || type === undefined || !["GET", "HEAD"].includes(request.method)) return false;
    if (!names.has(name)) await readNames();
    const asset = names.has(name) ? await assetNamed(db, name) : undefined;
    if (!asset) return false;
    const sendsBrotli = asset.isBrotli && /\bbr\b/.test(String(request.headers["accept-encoding"]));
    if (sendsBrotli) reply.header("content-encoding", "br");
    reply.headers({ vary: "accept-encoding", "cache-control": "public, max-age=31536000, immutable" }).type(type);
    void reply.send(asset.isBrotli && !sendsBrotli ? await expand(asset.content) : asset.content);
    return true;
  };
}

/** The content types of the files that the build hashes. */
const types: Record<string, string | undefined> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};
