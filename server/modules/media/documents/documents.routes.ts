import { documentLimits } from "#contract/codes.ts";
import { uploadDocument as uploadCall } from "#contract/media.ts";
import { ownMessages } from "#contract/messages.ts";
import { serve } from "#server/http/serve.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import type { FastifyInstance } from "fastify";
import { handOut, storedHeaders, unlessStoreFails } from "../hand-out.ts";
import { documentOfHash } from "./documents.queries.ts";
import { asAttachment, documentFile, hashOfDocument } from "./documents.rules.ts";
import { uploadDocument } from "./upload-document.ts";

type Parts = { db: Database; clock: Clock; files: FileStore };

const uploads = {
  uploadBytes: documentLimits.bytes,
  uploadSentences: {
    missing: ownMessages.documentMissing,
    another: ownMessages.oneDocument,
    tooLarge: ownMessages.documentTooLarge,
  },
};

/** Serves the upload and download of PDF files for the public pages. */
export function documentsRoutes(app: FastifyInstance, { db, clock, files }: Parts): void {
  serve(
    app,
    uploadCall,
    async ({ upload }, { session, request }) => {
      const actor = { userId: session.userId, at: clock.now() };
      const store = () => uploadDocument({ db, files }, actor, upload);
      return { data: await unlessStoreFails(request.log, store, ownMessages.documentNotStored) };
    },
    uploads,
  );

  app.get<{ Params: { name: string } }>("/media/documents/:name", { helmet: false }, async (request, reply) => {
    const hash = hashOfDocument(request.params.name);
    const document = hash === undefined ? undefined : await documentOfHash(db, hash);
    if (!document) return reply.callNotFound();
    reply.headers({ ...storedHeaders, "content-disposition": asAttachment(document.file_name) });
    const file = { name: documentFile(document.content_hash), etag: document.content_hash, type: "application/pdf" };
    return handOut({ request, reply, files }, file);
  });
}
