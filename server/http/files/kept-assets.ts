import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#server/platform/database.ts";
import { sharedRead } from "#server/platform/shared-read.ts";
import { type Asset, assetNamed, namesOfAssets, storeAssets } from "./kept-assets.queries.ts";

/** How long pages of a version find their files after another one took its place. */
const daysKept = 7;
const namesStay = 500; // ms; less than a new instance takes from here to its first request
const expand = promisify(brotliDecompress);

/** Puts this version's hashed files where every other instance finds them, before a page names them. */
export async function keepAssets(db: Database, webFolder: string): Promise<void> {
  const folder = path.join(webFolder, "assets");
  const files = new Set(await readdir(folder).catch(() => []));
  const names = [...files].filter((name) => !/\.(br|gz)$/.test(name)).toSorted();
  if (names.length === 0) return;
  const known = await namesOfAssets(db);
  const missing: Asset[] = [];
  for (const name of names.filter((one) => !known.has(one))) {
    const isBrotli = files.has(`${name}.br`);
    missing.push({ name, isBrotli, content: await readFile(path.join(folder, isBrotli ? `${name}.br` : name)) });
  }
  await storeAssets(db, names, missing, daysKept);
}

/** Answers a request for a hashed file that this version does not have; false where no version has it. */
export type SendKept = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

export function keptAssets(db: Database): SendKept {
  let [names, readAt] = [new Set<string>(), -Infinity];
  // made-up names cost two looks at the list in a second
  const readNames = sharedRead(async () => {
    if (performance.now() - readAt < namesStay) return;
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
    const staysSmall = asset.isBrotli && /\bbr\b/.test(String(request.headers["accept-encoding"]));
    if (staysSmall) reply.header("content-encoding", "br");
    reply.headers({ vary: "accept-encoding", "cache-control": "public, max-age=31536000, immutable" }).type(type);
    void reply.send(asset.isBrotli && !staysSmall ? await expand(asset.content) : asset.content);
    return true;
  };
}

/** What the build gives hashed names to. */
const types: Record<string, string | undefined> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};
