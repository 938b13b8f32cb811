import { HttpError } from "#server/refusals/http-error.ts";
import { type FileStore, FileStoreError } from "#server/platform/files/file-store.ts";
import { Readable } from "node:stream";
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";

/** A file never changes under its name, and a browser that opens it directly may run nothing. */
export const storedHeaders = {
  "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "public, max-age=31536000, immutable",
};

type Exchange = { request: FastifyRequest; reply: FastifyReply; files: FileStore };

/** Sends a stored file; `etag` identifies its content. */
export async function handOut(
  { request, reply, files }: Exchange,
  { name, etag, type }: { name: string; etag: string; type: string },
): Promise<FastifyReply> {
  reply.headers({ ...storedHeaders, etag: `"${etag}"` });
  if (request.headers["if-none-match"]?.includes(`"${etag}"`)) return reply.code(304).send();
  const file = await unlessStoreFails(request.log, () => files.read(name));
  if (!file) {
    reply.removeHeader("etag").removeHeader("cache-control").removeHeader("content-disposition");
    return reply.callNotFound() ?? reply;
  }
  reply.header("content-length", file.size).type(type);
  if (request.method !== "HEAD") return reply.send(file.content);
  file.content.destroy();
  return reply.send(Readable.from([])); // a string would be measured again
}

/** Store errors go to the log; the visitor gets a neutral answer. */
export async function unlessStoreFails<T>(
  log: FastifyBaseLogger,
  work: () => Promise<T>,
  sentence?: string,
): Promise<T> {
  try {
    return await work();
  } catch (err) {
    if (!(err instanceof FileStoreError)) throw err;
    log.error({ err }, "the store of files failed");
    throw new HttpError(503, sentence);
  }
}
