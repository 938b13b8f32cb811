import { documentLimits, pictureLimits } from "#contract/wire/size-limits.ts";
import { uploadAttachment, uploadDocument as uploadDocumentCall } from "#contract/site/media.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { serve } from "#server/http/serve.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import type { Database } from "#server/platform/database.ts";
import { isDiskFull } from "#server/platform/errors/database-errors.ts";
import { type FileStore, FileStoreError } from "#server/platform/files/file-store.ts";
import { Readable } from "node:stream";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { asAttachment, hashOfDocument, isPictureFile } from "./media.rules.ts";
import { nameOfDocument } from "./media.queries.ts";
import { uploadDocument, uploadPicture } from "./upload.ts";

type Parts = { db: Database; files: FileStore };

const documentUploads = {
  uploadBytes: documentLimits.bytes,
  uploadSentences: {
    missing: ownMessages.documentMissing,
    another: ownMessages.oneDocument,
    tooLarge: ownMessages.documentTooLarge,
  },
};

const asFile = { helmet: false, config: { rateLimit: false } } as const;

/** A file's content never changes for a given name, and can't run scripts in a browser that opens it directly. */
const storedHeaders = {
  "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "public, max-age=31536000, immutable",
};

export function mediaRoutes(app: FastifyInstance, { db, files }: Parts): void {
  serve(
    app,
    uploadAttachment,
    async ({ upload }, { actor, request }) => {
      const store = () => uploadPicture({ db, files }, actor, upload);
      return { data: await unlessStoreFails(request.log, store, ownMessages.pictureNotStored) };
    },
    { uploadBytes: pictureLimits.bytes },
  );

  serve(
    app,
    uploadDocumentCall,
    async ({ upload }, { actor, request }) => {
      const store = () => uploadDocument({ db, files }, actor, upload);
      return { data: await unlessStoreFails(request.log, store, ownMessages.documentNotStored) };
    },
    documentUploads,
  );

  app.get<{ Params: { "*": string } }>("/media/*", asFile, async (request, reply) => {
    const name = request.params["*"];
    if (!isPictureFile(name)) return reply.callNotFound();
    return sendFile({ request, reply, files }, { name, etag: name.replace(".webp", ""), type: "image/webp" });
  });

  app.get<{ Params: { name: string } }>("/media/documents/:name", asFile, async (request, reply) => {
    const { name } = request.params;
    const etag = hashOfDocument(name);
    const fileName = etag && (await nameOfDocument(db, etag));
    if (!fileName) return reply.callNotFound();
    reply.header("content-disposition", asAttachment(fileName));
    return sendFile({ request, reply, files }, { name, etag, type: "application/pdf" });
  });
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; files: FileStore };

/** Sends a stored file; `etag` identifies its content. */
async function sendFile(
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
  return reply.send(Readable.from([])); // Fastify would replace the length of a string
}

/** Throws a 503 with a sentence when the file store fails, which has already raised a warning. */
async function unlessStoreFails<T>(log: FastifyBaseLogger, work: () => Promise<T>, sentence?: string): Promise<T> {
  try {
    return await work();
  } catch (err) {
    if (!(err instanceof FileStoreError) || isDiskFull(err)) throw err;
    log.debug({ err }, "the file store failed");
    throw new HttpError(503, sentence);
  }
}
