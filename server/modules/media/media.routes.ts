import { pictureLimits } from "#contract/codes.ts";
import { ownMessages } from "#contract/messages.ts";
import { uploadAttachment } from "#contract/media.ts";
import { serve } from "#server/http/serve.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import type { FastifyInstance } from "fastify";
import { handOut, unlessStoreFails } from "./hand-out.ts";
import { isFileName } from "./pictures.rules.ts";
import { uploadPicture } from "./upload-picture.ts";

type Parts = { db: Database; clock: Clock; files: FileStore };

/** Serves the upload and download of pictures. */
export function mediaRoutes(app: FastifyInstance, { db, clock, files }: Parts): void {
  serve(
    app,
    uploadAttachment,
    async ({ upload }, { session, request }) => {
      const actor = { userId: session.userId, at: clock.now() };
      return {
        data: await unlessStoreFails(
          request.log,
          () => uploadPicture({ db, files }, actor, upload),
          ownMessages.pictureNotStored,
        ),
      };
    },
    { uploadBytes: pictureLimits.bytes },
  );
  servePictures(app, files);
}

function servePictures(app: FastifyInstance, files: FileStore) {
  app.get<{ Params: { "*": string } }>("/media/*", { helmet: false }, async (request, reply) => {
    const name = request.params["*"];
    if (!isFileName(name)) return reply.callNotFound();
    return handOut({ request, reply, files }, { name, etag: name.replace(".webp", ""), type: "image/webp" });
  });
}
