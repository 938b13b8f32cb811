import { documentLimits, pictureLimits } from "#contract/codes.ts";
import { uploadAttachment, uploadDocument as uploadDocumentCall } from "#contract/media.ts";
import { ownMessages } from "#contract/messages.ts";
import { serve } from "#server/http/serve.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import type { FastifyInstance } from "fastify";
import { handOut, storedHeaders, unlessStoreFails } from "./hand-out.ts";
import { asAttachment, hashOfDocument, isPictureFile } from "./media.rules.ts";
import { nameOfDocument } from "./media.queries.ts";
import { uploadDocument } from "./upload-document.ts";
import { uploadPicture } from "./upload-picture.ts";

type Parts = { db: Database; clock: Clock; files: FileStore };

const documentUploads = {
  uploadBytes: documentLimits.bytes,
  uploadSentences: {
    missing: ownMessages.documentMissing,
    another: ownMessages.oneDocument,
    tooLarge: ownMessages.documentTooLarge,
  },
};

/** Serves the upload and download of pictures, and of PDF files for the public pages. */
export function mediaRoutes(app: FastifyInstance, { db, clock, files }: Parts): void {
  const actorOf = (session: { userId: number }) => ({ userId: session.userId, at: clock.now() });

  serve(
    app,
    uploadAttachment,
    async ({ upload }, { session, request }) => {
      const store = () => uploadPicture({ db, files }, actorOf(session), upload);
      return { data: await unlessStoreFails(request.log, store, ownMessages.pictureNotStored) };
    },
    { uploadBytes: pictureLimits.bytes },
  );

  serve(
    app,
    uploadDocumentCall,
    async ({ upload }, { session, request }) => {
      const store = () => uploadDocument({ db, files }, actorOf(session), upload);
      return { data: await unlessStoreFails(request.log, store, ownMessages.documentNotStored) };
    },
    documentUploads,
  );

  app.get<{ Params: { "*": string } }>("/media/*", { helmet: false }, async (request, reply) => {
    const name = request.params["*"];
    if (!isPictureFile(name)) return reply.callNotFound();
    return handOut({ request, reply, files }, { name, etag: name.replace(".webp", ""), type: "image/webp" });
  });

  app.get<{ Params: { name: string } }>("/media/documents/:name", { helmet: false }, async (request, reply) => {
    const { name } = request.params;
    const etag = hashOfDocument(name);
    const fileName = etag && (await nameOfDocument(db, etag));
    if (!fileName) return reply.callNotFound();
    reply.headers({ ...storedHeaders, "content-disposition": asAttachment(fileName) });
    return handOut({ request, reply, files }, { name, etag, type: "application/pdf" });
  });
}
